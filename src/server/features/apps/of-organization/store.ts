import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { moveThumbnails } from '../thumbnails/store.ts';

type Trx = Transaction<Tables>;

export interface LockedApp {
  id: string;
  name: string;
  ownerId: string;
  isOffline: boolean;
  isTakenDown: boolean;
}

/** Locks all apps of an organization until the transaction ends, ordered by id. */
export async function lockAppsIn(trx: Trx, organizationId: string): Promise<LockedApp[]> {
  return trx
    .selectFrom('apps')
    .select([
      'id',
      'name',
      'owner_id as ownerId',
      sql<boolean>`(suspended_since is not null)`.as('isOffline'),
      sql<boolean>`(taken_down_at is not null)`.as('isTakenDown'),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Their owners keep them outside of any organization, and their pictures' addresses change. */
export async function removeFromOrganization(trx: Trx, appIds: readonly string[]): Promise<void> {
  if (appIds.length === 0) return;
  await trx
    .updateTable('apps')
    .set({ organization_id: null })
    .where(sql<boolean>`id = any(${appIds}::text[])`)
    .execute();
  await moveThumbnails(trx, appIds);
}

/** With all their versions. */
export async function deleteAppsIn(trx: Trx, organizationId: string): Promise<void> {
  await trx.deleteFrom('apps').where('organization_id', '=', organizationId).execute();
}

/** The first app of an organization with a pending version that its approvers can see. */
export async function findPendingIn(trx: Trx, organizationId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('apps')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('suspended_since', 'is', null)
    .where('taken_down_at', 'is', null)
    .where(
      sql<boolean>`exists (select from versions where versions.app_id = apps.id and versions.approval = 'pending')`,
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Former members must not keep the address of a picture that is now private to another organization. */
export async function moveAppsIn(
  trx: Trx,
  organizationId: string,
  targetId: string,
  now: Date,
): Promise<void> {
  const moved = await trx
    .updateTable('apps')
    .set({ organization_id: targetId, updated_at: now })
    .where('organization_id', '=', organizationId)
    .returning('id')
    .execute();
  await moveThumbnails(
    trx,
    moved.map(({ id }) => id),
  );
}
