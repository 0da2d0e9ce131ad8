import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { recheckRole } from '../accounts/roles.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { permit, type Right } from './permit.ts';
import { findStanding, type KnownOrganization, lockOrganization } from './store.ts';

/**
 * Changes an organization, its members or its invitations in one transaction that locks its row: changes are
 * serialized, and permissions are checked after the lock.
 * @param work may run again after a deadlock
 * @throws FluxError `organization_not_found`, `forbidden`, and errors of the work
 */
export async function changeOrganization<T>(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
  right: Right,
  work: (trx: Transaction<Tables>, organization: KnownOrganization) => Promise<T>,
): Promise<T> {
  // Permissions are checked before the lock, so that waiting does not reveal that an organization exists.
  permit(viewer, await findStanding(context.db, viewer, id), right);
  const change = async (trx: Transaction<Tables>) => {
    await lockOrganization(trx, id);
    await recheckRole(trx, viewer);
    return work(trx, permit(viewer, await findStanding(trx, viewer, id), right));
  };
  return retryTransaction(() => context.db.transaction().execute(change));
}
