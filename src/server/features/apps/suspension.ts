import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { announce, announceAll } from '../../platform/db/changes.ts';
import { deleteApp } from './store.ts';
import { moveThumbnails } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

/**
 * Suspends all online apps of a user and revokes their pictures' addresses. The user's row must be locked, so that no
 * app is added concurrently.
 */
export async function suspendApps(trx: Trx, ownerId: string, now: Date): Promise<void> {
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
 * Restores all suspended apps of a user, except the visibility of taken-down ones. The user's row must be locked, so
 * that none is deleted concurrently.
 */
export async function restoreApps(trx: Trx, ownerId: string): Promise<void> {
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
export async function deleteSuspendedApp(trx: Trx, ownerId: string): Promise<boolean> {
  const [id] = await lockAppsOf(trx, ownerId, 'offline', 1);
  if (id === undefined) return false;
  await deleteApp(trx, id);
  await announce<Tables>(trx, { kind: 'app', id });
  return true;
}

/** Since when the first of them is; null where none is. */
export async function findAppsSuspendedSince(db: Kysely<Tables>, ownerId: string): Promise<Date | null> {
  const { since } = await db
    .selectFrom('apps')
    .select(sql<Date | null>`min(suspended_since)`.as('since'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return since;
}

export async function countSuspendedApps(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('apps')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ordered by id, like all locks of several apps. */
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
