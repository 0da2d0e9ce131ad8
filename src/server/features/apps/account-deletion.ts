import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { moveThumbnails } from './thumbnails/store.ts';

type Trx = Transaction<Tables>;

/**
 * Locks the apps that an account's deletion affects: the user's own, and others' in the user's organizations. Ordered
 * by id, so that concurrent deletions do not deadlock.
 */
export async function lockAppsForAccountDeletion(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    // An `or` of the two would read every app.
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

export async function removeFromOrganizationsOf(trx: Trx, userId: string): Promise<void> {
  const taken = await trx
    .updateTable('apps')
    .set({ organization_id: null })
    .where(inOrganizationsOf(userId))
    .returning('id')
    .execute();
  // The deleted user could see them as the organization's owner.
  await moveThumbnails(
    trx,
    taken.map(({ id }) => id),
  );
}

function inOrganizationsOf(userId: string) {
  return sql<boolean>`organization_id in (select id from organizations where owner_id = ${userId})`;
}
