import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { isDisabled, lockUser } from '../accounts/user-store.ts';
import { notifyOfDeletion } from '../apps/of-organization/notify.ts';
import { removeAppsFrom } from '../apps/of-organization/remove-apps.ts';
import { deleteSuspendedApp } from '../apps/suspension.ts';
import { findPlan } from '../billing/list.ts';
import { sendWritten } from '../mail/write.ts';
import { removeOrganization } from '../orgs/account-deletion.ts';
import { lockSuspendedOrganization } from '../orgs/suspension.ts';
import { findSuspensionTimes } from './find-suspended.ts';

type Trx = Transaction<Tables>;

/**
 * Deletes a user's content at the end of its offline period: apps with all versions, then organizations, whose other
 * apps stay with their owners. The account stays; sweeps delete the bytes.
 *
 * Each app and organization is its own transaction, so that after a crash or on several servers the deletion resumes.
 * Each locks the user and checks the plan: with a new plan, or if disabled, the user keeps the rest.
 * @returns whether nothing is left; false if it was aborted, is not due, there is a plan, or the user is disabled
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

/** @returns 'told' if something was deleted and a mail written */
async function deleteNext(
  context: Context,
  trx: Trx,
  userId: string,
): Promise<'deleted' | 'told' | 'none left' | 'kept'> {
  const { clock } = context;
  if (!(await lockUser(trx, userId))) return 'none left';
  const offline = await findSuspensionTimes(trx, userId);
  if (offline === null) return 'none left';
  // Whatever the caller did: nothing is deleted before the notified day.
  if (offline.deletionAt > clock.now()) return 'kept';
  // They could have neither downloaded it nor paid.
  if (await isDisabled(trx, userId)) return 'kept';
  if (await findPlan({ db: trx, clock }, userId)) return 'kept';
  if (await deleteSuspendedApp(trx, userId)) return 'deleted';
  const organization = await lockSuspendedOrganization(trx, userId);
  if (organization === null) return 'none left';
  const kept = await removeAppsFrom(trx, organization.id);
  const cause = { by: 'plan-end' } as const;
  const deletion = { organization, cause, except: [userId], causedBy: userId, applications: { kept } };
  const wrote = await notifyOfDeletion(context, trx, deletion);
  await removeOrganization(trx, organization.id);
  return wrote ? 'told' : 'deleted';
}
