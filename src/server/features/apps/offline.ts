import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { announce, announceAll } from '../../platform/db/changes.ts';
import { deleteApp } from './store.ts';
import { moveThumbnails } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

/**
 * Takes every app of a person offline that is not yet. Pictures move with it: everybody could have their addresses. The
 * person's row must be held, so that no new one comes meanwhile.
 */
export async function takeAppsOffline(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const ids = await lockAppsOf(trx, ownerId, 'online');
  if (ids.length === 0) return;
  await trx
    .updateTable('apps')
    .set({ suspended_since: now, is_public: false, wants_public: sql`is_public or wants_public` })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  await moveThumbnails(trx, ids);
  await announceAll<Tables>(trx, 'app', ids);
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
      suspended_since: null,
      is_public: sql`wants_public and is_approved and taken_down_at is null`,
      wants_public: sql`wants_public and not (is_approved and taken_down_at is null)`,
    })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  await announceAll<Tables>(trx, 'app', ids);
}

/**
 * Deletes one app of a person that is offline, with all its versions. The person's row must be held.
 * @returns whether there was one
 */
export async function deleteAppOffline(trx: Trx, ownerId: string): Promise<boolean> {
  const [id] = await lockAppsOf(trx, ownerId, 'offline', 1);
  if (id === undefined) return false;
  await deleteApp(trx, id);
  await announce<Tables>(trx, { kind: 'app', id });
  return true;
}

/** Since when the first of them is; null where none is. */
export async function findAppsOfflineSince(db: Kysely<Tables>, ownerId: string): Promise<Date | null> {
  const { since } = await db
    .selectFrom('apps')
    .select(sql<Date | null>`min(suspended_since)`.as('since'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return since;
}

export async function countAppsOffline(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('apps')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
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
    .where('suspended_since', state === 'online' ? 'is' : 'is not', null)
    .orderBy('id')
    .forUpdate();
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(({ id }) => id);
}
