import type { Transaction } from 'kysely';
import type { Tables } from '../../../schema.ts';

type Trx = Transaction<Tables>;

/** Holds every app of an organization until the transaction ends, in the order of their ids. */
export async function lockAppsIn(trx: Trx, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** With all their versions. */
export async function deleteAppsIn(trx: Trx, organizationId: string): Promise<void> {
  await trx.deleteFrom('apps').where('organization_id', '=', organizationId).execute();
}

export async function moveAppsIn(
  trx: Trx,
  organizationId: string,
  targetId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('apps')
    .set({ organization_id: targetId, updated_at: now })
    .where('organization_id', '=', organizationId)
    .execute();
}
