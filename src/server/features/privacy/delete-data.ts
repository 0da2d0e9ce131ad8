import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { announceAll } from '../../platform/db/changes.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { lockWithOtherAdmin } from '../accounts/roles.ts';
import { findUser } from '../accounts/store.ts';
import { deleteUser, isAddressOfAnother, type LockedUser } from '../accounts/user-store.ts';
import {
  deleteAppsOf,
  lockAppsForAccountDeletion,
  removeFromOrganizationsOf,
} from '../apps/account-deletion.ts';
import { notifyOfDeletion, notifyOfLostApps } from '../apps/of-organization/notify.ts';
import { lockAppsIn } from '../apps/of-organization/store.ts';
import { recordRedemptions } from '../billing/payments/redemption-history.ts';
import { deleteMailsAbout, deleteMailsTo } from '../mail/store.ts';
import { sendWritten } from '../mail/write.ts';
import { deleteOwnedOrganizations, lockOwnedForDeletion } from '../orgs/account-deletion.ts';
import { removeFile, uploadPath } from '../publishing/uploads/files.ts';
import { deleteUploadsOf } from '../publishing/uploads/store.ts';
import { clearReporter } from '../reports/store.ts';
import { deleteRequestsFrom } from '../support/store.ts';

/**
 * Deletes a user with all of their own content in one transaction. Subscriptions at the payment service are ended
 * afterwards (`billing/payments/departed-customers.ts`). The redemption history stays under a keyed hash, against
 * repeated trials. Uploads for others' apps stay without a name. Delivery learns of each app at the commit; sweeps
 * delete the bytes.
 * @param agree throws to cancel; it runs with the user and all administrators locked, and may run repeatedly
 * @param actorId the deleting user, who gets no mail, if another one
 * @throws FluxError `not_found`, `last_admin`; `conflict` if their organizations have other members
 */
export async function deletePerson(
  context: Context,
  userId: string,
  agree: (person: LockedUser, trx: Transaction<Tables>) => void | Promise<void> = () => {},
  actorId = userId,
): Promise<void> {
  const deleteLocked = async (trx: Transaction<Tables>) => {
    // Lock order: apps before users, as in publishing, which locks the app when it stores the uploader.
    const apps = await lockAppsForAccountDeletion(trx, userId);
    await agree(await lockWithOtherAdmin(trx, userId, null), trx);
    const uploads = await deleteUploadsOf(trx, userId);
    const lost = await notifyOfLostApps(context, trx, { userId, actorId });
    const deleted = await deleteAppsOf(trx, userId);
    const left = await deleteAccountData(context, trx, { userId, actorId });
    // Before the identities are deleted with the user.
    await recordRedemptions(context, trx, userId);
    await deleteUser(trx, userId);
    await announceAll<Tables>(trx, 'app', [...new Set([...apps, ...deleted])]);
    return { uploads, wrote: lost || left };
  };
  // A rename locks the user before the apps, and a sign-in the identity before the user, so deadlocks are possible.
  const { uploads, wrote } = await retryTransaction(() => context.db.transaction().execute(deleteLocked));
  if (wrote) await sendWritten(context);
  for (const id of uploads) {
    // The row is deleted, so if this fails the sweep of uploads deletes the file.
    await removeFile(uploadPath(context, id)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a file of a deleted account'),
    );
  }
}

/**
 * Apps of others stay, outside of any organization; mails to the person go, and those that they caused with them. What
 * came to or from an address that is another account's, too, is left to that one.
 * @returns whether a mail was written to owners of those apps
 */
async function deleteAccountData(
  context: Context,
  trx: Transaction<Tables>,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<boolean> {
  const user = await findUser(trx, userId);
  const address = user?.email_verified ? (user.email?.toLowerCase() ?? null) : null;
  const owned = await lockOwnedForDeletion(trx, userId);
  const wrote = await notifyOfOwnedDeletion(context, trx, [userId, actorId], owned);
  await removeFromOrganizationsOf(trx, userId);
  const isShared = address !== null && (await isAddressOfAnother(trx, userId, address));
  await deleteOwnedOrganizations(trx, { userId, owned, address: isShared ? null : address });
  if (address === null) return wrote;
  if (isShared) {
    await deleteMailsAbout(trx, userId, address);
    return wrote;
  }
  await deleteMailsTo(trx, address);
  await deleteRequestsFrom(trx, address);
  await clearReporter(trx, address);
  return wrote;
}

/** Notifies the owners of apps in organizations that are deleted with an account. */
async function notifyOfOwnedDeletion(
  context: Context,
  trx: Transaction<Tables>,
  except: readonly string[],
  owned: readonly { id: string; name: string }[],
): Promise<boolean> {
  let wrote = false;
  for (const organization of owned) {
    const kept = await lockAppsIn(trx, organization.id);
    const cause = { by: 'account' } as const;
    const deletion = { organization, cause, except, causedBy: null, applications: { kept } };
    wrote = (await notifyOfDeletion(context, trx, deletion)) || wrote;
  }
  return wrote;
}
