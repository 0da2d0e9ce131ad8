import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { holdUser, isDisabled } from '../accounts/user-store.ts';
import { takeAppsOutOf } from '../apps/of-organization/take-out.ts';
import { tellOfDeletion } from '../apps/of-organization/tell.ts';
import { deleteAppOffline } from '../apps/offline.ts';
import { findPlan } from '../billing/list.ts';
import { sendWritten } from '../mail/write.ts';
import { removeOrganization } from '../orgs/leave.ts';
import { lockOrganizationOffline } from '../orgs/offline.ts';
import { findOfflineTimes } from './find-offline.ts';

type Trx = Transaction<Tables>;

/**
 * Deletes for good what of somebody has been offline for its days: their apps with all versions, and then their
 * organizations, whose other apps stay with their owners. The account itself stays; bytes go with the sweeps.
 *
 * Each app and each organization is a transaction of its own, so that after a kill, or on two servers at once, it goes on
 * where it was, and nothing half deleted is ever seen. Each holds the person and asks for a plan first: whoever has one
 * again keeps the rest, and whoever is disabled.
 * @returns whether nothing is offline any more; false where it was stopped, is not due yet, there is a plan again, or the
 * person is disabled
 */
export async function deleteSuspended(
  context: Context,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    if (signal.aborted) return false;
    const step = await retryTransaction(() =>
      context.db.transaction().execute((trx) => deleteNext(context, trx, userId)),
    );
    if (step === 'told') await sendWritten(context);
    else if (step !== 'deleted') return step === 'none left';
  }
}

/** @returns 'told' where something was deleted, and a mail written of it */
async function deleteNext(
  context: Context,
  trx: Trx,
  userId: string,
): Promise<'deleted' | 'told' | 'none left' | 'kept'> {
  const { clock } = context;
  if (!(await holdUser(trx, userId))) return 'none left';
  const offline = await findOfflineTimes(trx, userId);
  if (offline === null) return 'none left';
  // Whatever went wrong before: nothing goes before the day that its owner was told.
  if (offline.deletionAt > clock.now()) return 'kept';
  // They could have neither downloaded it nor paid.
  if (await isDisabled(trx, userId)) return 'kept';
  if (await findPlan({ db: trx, clock }, userId)) return 'kept';
  if (await deleteAppOffline(trx, userId)) return 'deleted';
  const organization = await lockOrganizationOffline(trx, userId);
  if (organization === null) return 'none left';
  const kept = await takeAppsOutOf(trx, organization.id);
  const cause = { by: 'plan-end' } as const;
  const deletion = { organization, cause, except: [userId], causedBy: userId, applications: { kept } };
  const wrote = await tellOfDeletion(context, trx, deletion);
  await removeOrganization(trx, organization.id);
  return wrote ? 'told' : 'deleted';
}
