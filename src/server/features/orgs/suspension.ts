import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';

type Trx = Transaction<Tables>;

/** Suspends all online organizations of a user. A trigger announces it to their members. */
export async function suspendOrganizations(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const ids = await lockOrganizationsOf(trx, ownerId, 'online');
  if (ids.length === 0) return;
  await trx.updateTable('organizations').set({ suspended_since: now }).where(hasIdIn(ids)).execute();
}

export async function restoreOrganizations(trx: Trx, ownerId: string): Promise<void> {
  const ids = await lockOrganizationsOf(trx, ownerId, 'offline');
  if (ids.length === 0) return;
  await trx.updateTable('organizations').set({ suspended_since: null }).where(hasIdIn(ids)).execute();
}

/** Locks one suspended organization, so that nothing is added to it; null if there is none. */
export async function lockSuspendedOrganization(
  trx: Trx,
  ownerId: string,
): Promise<{ id: string; name: string } | null> {
  const row = await trx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** When the first of them was suspended; null without any. */
export async function findOrganizationsSuspendedSince(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<Date | null> {
  const { since } = await db
    .selectFrom('organizations')
    .select(sql<Date | null>`min(suspended_since)`.as('since'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return since;
}

export async function countSuspendedOrganizations(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('organizations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** In one parameter, however many they are. */
const hasIdIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`;

/** Ordered by id, like all locks of several organizations. */
async function lockOrganizationsOf(
  trx: Trx,
  ownerId: string,
  state: 'online' | 'offline',
): Promise<string[]> {
  const rows = await trx
    .selectFrom('organizations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('suspended_since', state === 'online' ? 'is' : 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
