import { type Kysely, sql, type Transaction } from 'kysely';
import { announce } from '../../platform/db/changes.ts';
import type { Tables } from '../../schema.ts';
import { deleteApp } from './store.ts';
import { moveThumbnails } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

/** Since when the first of somebody's rows is offline, and how many are. */
export interface OfflineRows {
  since: Date | null;
  count: number;
}

/**
 * Takes every app of a person offline that is not yet. Pictures move with it: everybody could have their addresses. The
 * person's row must be held, so that no new one comes meanwhile.
 */
export async function takeAppsOffline(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const ids = await lockAppsOf(trx, ownerId, 'online');
  if (ids.length === 0) return;
  await trx
    .updateTable('apps')
    .set({ offline_since: now, is_public: false, wants_public: sql`is_public or wants_public` })
    .where('id', 'in', ids)
    .execute();
  await moveThumbnails(trx, ids);
  await announceAll(trx, ids);
}

/**
 * What an administrator took offline stays so. The person's row must be held, so that none of them is deleted meanwhile.
 */
export async function bringAppsBack(trx: Trx, ownerId: string): Promise<void> {
  const ids = await lockAppsOf(trx, ownerId, 'offline');
  if (ids.length === 0) return;
  await trx
    .updateTable('apps')
    .set({
      offline_since: null,
      is_public: sql`wants_public and is_approved and taken_down_at is null`,
      wants_public: sql`wants_public and not (is_approved and taken_down_at is null)`,
    })
    .where('id', 'in', ids)
    .execute();
  await announceAll(trx, ids);
}

/**
 * Deletes one app of a person that is offline, with all its versions. The person's row must be held.
 * @returns whether there was one
 */
export async function deleteAppOffline(trx: Trx, ownerId: string): Promise<boolean> {
  const [id] = await lockAppsOf(trx, ownerId, 'offline', 1);
  if (id === undefined) return false;
  await deleteApp(trx, id);
  await announceAll(trx, [id]);
  return true;
}

export async function findOfflineApps(db: Kysely<Tables>, ownerId: string): Promise<OfflineRows> {
  return db
    .selectFrom('apps')
    .select([sql<Date | null>`min(offline_since)`.as('since'), sql<number>`count(*)::int`.as('count')])
    .where('owner_id', '=', ownerId)
    .where('offline_since', 'is not', null)
    .executeTakeFirstOrThrow();
}

/** In the order of their ids, as whoever holds several apps takes them. */
async function lockAppsOf(
  trx: Trx,
  ownerId: string,
  state: 'online' | 'offline',
  limit?: number,
): Promise<string[]> {
  let query = trx
    .selectFrom('apps')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('offline_since', state === 'online' ? 'is' : 'is not', null)
    .orderBy('id')
    .forUpdate();
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(({ id }) => id);
}

/** Delivery forgets what it knows of them at the commit. */
async function announceAll(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await announce<Tables>(trx, { kind: 'app', id });
}
