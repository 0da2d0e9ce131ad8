import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { moveThumbnails } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

/**
 * Holds what a person who leaves has to do with: their apps, and those of others in their organizations. In the order
 * of the ids, so that two people who leave at once cannot wait for each other.
 */
export async function lockAppsAround(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    // An `or` of the two would read every app there is.
    .where(
      'id',
      'in',
      sql<string>`(
        select id from apps where owner_id = ${userId} union select id from apps where ${inOrganizationsOf(userId)})`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** With all their versions. */
export async function deleteAppsOf(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx.deleteFrom('apps').where('owner_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}

export async function takeOutOfOrganizationsOf(trx: Trx, userId: string): Promise<void> {
  const taken = await trx
    .updateTable('apps')
    .set({ organization_id: null })
    .where(inOrganizationsOf(userId))
    .returning('id')
    .execute();
  // Whoever leaves saw them as the owner of the organization.
  await moveThumbnails(
    trx,
    taken.map(({ id }) => id),
  );
}

function inOrganizationsOf(userId: string) {
  return sql<boolean>`organization_id in (select id from organizations where owner_id = ${userId})`;
}
