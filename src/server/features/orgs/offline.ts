import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';

type Trx = Transaction<Tables>;

/** Takes every organization of a person offline that is not yet. The database tells its members. */
export async function takeOrganizationsOffline(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const ids = await lockOrganizationsOf(trx, ownerId, 'online');
  if (ids.length === 0) return;
  await trx.updateTable('organizations').set({ suspended_since: now }).where(amongThem(ids)).execute();
}

export async function bringOrganizationsBack(trx: Trx, ownerId: string): Promise<void> {
  const ids = await lockOrganizationsOf(trx, ownerId, 'offline');
  if (ids.length === 0) return;
  await trx.updateTable('organizations').set({ suspended_since: null }).where(amongThem(ids)).execute();
}

/** One of them, held so that nobody joins it or puts an application into it; null where there is none. */
export async function lockOrganizationOffline(
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

/** Since when the first of them is; null where none is. */
export async function findOrganizationsOfflineSince(
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

export async function countOrganizationsOffline(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('organizations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('suspended_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** In one parameter, however many they are. */
const amongThem = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`;

/** In the order of their ids, as whoever holds several takes them. */
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
