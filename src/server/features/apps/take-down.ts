import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { moveThumbnail } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

export interface TakingDown {
  reason: string;
  /** The administrator. */
  by: string;
}

/**
 * Takes an app offline until an administrator brings it back. Its picture moves: everybody could have the address. The
 * app's row must be locked.
 */
export async function takeDown(trx: Trx, id: string, { reason, by }: TakingDown, now: Date): Promise<void> {
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

/** As it was, unless it waits for approval or its owner has no plan: then it is as far back as that. Locked, too. */
export async function bringUp(trx: Trx, id: string): Promise<void> {
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
