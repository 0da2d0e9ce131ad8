import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { announceAll } from '../../platform/db/changes.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { lockAsReplaceable } from '../accounts/roles.ts';
import { findUser } from '../accounts/store.ts';
import { deleteUser, type HeldPerson, isAddressOfAnother } from '../accounts/user-store.ts';
import { deleteAppsOf, lockAppsAround, takeOutOfOrganizationsOf } from '../apps/leave.ts';
import { lockAppsIn } from '../apps/of-organization/store.ts';
import { tellOfDeletion, tellOfLostApps } from '../apps/of-organization/tell.ts';
import { recordRedemptions } from '../billing/payments/redemption-history.ts';
import { deleteMailsAbout, deleteMailsTo } from '../mail/store.ts';
import { sendWritten } from '../mail/write.ts';
import { holdOwnedAlone, leaveOrganizations } from '../orgs/leave.ts';
import { removeFile, uploadPath } from '../publishing/uploads/files.ts';
import { deleteUploadsOf } from '../publishing/uploads/store.ts';
import { forgetReporter } from '../reports/store.ts';
import { deleteRequestsFrom } from '../support/store.ts';

/**
 * Deletes a person with everything that is theirs alone, in one transaction: either all of it is gone or nothing.
 * What they pay for elsewhere is ended after it, by whoever takes the money (`billing/payments/departed-customers.ts`). That they had
 * a trial, and used a code, stays under a keyed hash: it would be had again by whoever leaves and comes back.
 * What they uploaded for the apps of others stays there, without their name. Delivery hears of each app at the commit;
 * the bytes of builds go with the sweeps, which find that nothing names them any more.
 * @param agree throws to keep everything as it is; the rows of the person and of all admins are held when it is asked,
 * which may be repeatedly
 * @param actorId who deletes it and gets no mail, if not the person
 * @throws FluxError `not_found`, `last_admin`; `conflict` where organizations of theirs have other members
 */
export async function erasePerson(
  context: Context,
  userId: string,
  agree: (person: HeldPerson, trx: Transaction<Tables>) => void | Promise<void> = () => {},
  actorId = userId,
): Promise<void> {
  const erase = async (trx: Transaction<Tables>) => {
    // Apps before people, as publishing takes them: it holds the app when it names the uploader.
    const apps = await lockAppsAround(trx, userId);
    await agree(await lockAsReplaceable(trx, userId, null), trx);
    const uploads = await deleteUploadsOf(trx, userId);
    const lost = await tellOfLostApps(context, trx, { userId, actorId });
    const deleted = await deleteAppsOf(trx, userId);
    const left = await leaveWithoutTrace(context, trx, { userId, actorId });
    // While it is known by whom they sign in, which goes with the person.
    await recordRedemptions(context, trx, userId);
    await deleteUser(trx, userId);
    await announceAll<Tables>(trx, 'app', [...new Set([...apps, ...deleted])]);
    return { uploads, wrote: lost || left };
  };
  // A new display name takes the person before the apps, and a sign-in the identity before the person.
  const { uploads, wrote } = await retryTransaction(() => context.db.transaction().execute(erase));
  if (wrote) await sendWritten(context);
  for (const id of uploads) {
    // No row names the file any more, so where this fails the sweep of uploads finds it.
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
async function leaveWithoutTrace(
  context: Context,
  trx: Transaction<Tables>,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<boolean> {
  const user = await findUser(trx, userId);
  const address = user?.email_verified ? (user.email?.toLowerCase() ?? null) : null;
  const owned = await holdOwnedAlone(trx, userId);
  const wrote = await tellOfOwnedDeletion(context, trx, [userId, actorId], owned);
  await takeOutOfOrganizationsOf(trx, userId);
  const isShared = address !== null && (await isAddressOfAnother(trx, userId, address));
  await leaveOrganizations(trx, { userId, owned, address: isShared ? null : address });
  if (address === null) return wrote;
  if (isShared) {
    await deleteMailsAbout(trx, userId, address);
    return wrote;
  }
  await deleteMailsTo(trx, address);
  await deleteRequestsFrom(trx, address);
  await forgetReporter(trx, address);
  return wrote;
}

/** Tells the owners of apps in the organizations that are deleted with an account. */
async function tellOfOwnedDeletion(
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
    wrote = (await tellOfDeletion(context, trx, deletion)) || wrote;
  }
  return wrote;
}
