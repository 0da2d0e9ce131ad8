import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { requireRoleStill } from '../accounts/roles.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { permit, type Right } from './permit.ts';
import { findStanding, type KnownOrganization, lockOrganization } from './store.ts';

/**
 * Changes an organization, or what belongs to it, in one transaction that holds its row: changes of one organization
 * follow one another, and each is allowed by what the one before left.
 * @param work may run again after a deadlock, of which nothing is left
 * @throws FluxError `organization_not_found`, `forbidden`, and what the work throws
 */
export async function changeOrganization<T>(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
  right: Right,
  work: (trx: Transaction<Tables>, organization: KnownOrganization) => Promise<T>,
): Promise<T> {
  // Only those who may change it ever wait for the row, so that no waiting tells others that it exists.
  permit(viewer, await findStanding(context.db, viewer, id), right);
  const change = async (trx: Transaction<Tables>) => {
    await lockOrganization(trx, id);
    await requireRoleStill(trx, viewer);
    return work(trx, permit(viewer, await findStanding(trx, viewer, id), right));
  };
  return retryTransaction(() => context.db.transaction().execute(change));
}
