import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { moveThumbnail } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

export interface Takedown {
  reason: string;
  /** The administrator. */
  by: string;
}

/**
 * Takes an app offline until an administrator restores it, and revokes its picture's address. The app's row must be
 * locked.
 */
export async function takeDown(trx: Trx, id: string, { reason, by }: Takedown, now: Date): Promise<void> {
  await trx
    .updateTable('apps')
    .set({
      taken_down_at: now,
      taken_down_reason: reason,
      taken_down_by: by,
      is_public: false,
      wants_public: sql`is_public or wants_public`,
    })
    .where('id', '=', id)
    .execute();
  await moveThumbnail(trx, id);
}

/** Restores the former visibility, unless it is pending or its owner has no plan. Locks the row, too. */
export async function restoreTakenDown(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('apps')
    .set({
      taken_down_at: null,
      taken_down_reason: null,
      taken_down_by: null,
      is_public: sql`wants_public and is_approved and suspended_since is null`,
      wants_public: sql`wants_public and not (is_approved and suspended_since is null)`,
    })
    .where('id', '=', id)
    .execute();
}
