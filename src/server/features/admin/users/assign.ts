import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { requireAdministrator } from '../../accounts/roles.ts';
import { findUser } from '../../accounts/store.ts';
import { lockUser, updateAssigned } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeAudit } from '../../audit/write.ts';
import { sendWritten } from '../../mail/write.ts';
import { withdrawAllBy } from '../../orgs/invitations/withdraw.ts';
import { notifyRemoved } from '../../orgs/members/notify.ts';
import { deleteMember, insertMember, isAssignedMember } from '../../orgs/members/store.ts';
import { findStanding, lockOrganization } from '../../orgs/store.ts';

type Trx = Transaction<Tables>;

/**
 * Assigns a user to an organization, or to none. A non-member becomes a member by assignment; that membership ends
 * with the assignment. Memberships that users have by themselves, and ownership, are unaffected.
 * @throws FluxError `not_found`, `organization_not_found`, `forbidden`; `conflict` if another administrator did the
 * same concurrently
 */
export async function assignOrganization(
  context: Context,
  viewer: Viewer,
  userId: string,
  organizationId: string | null,
): Promise<void> {
  const before = (await findUser(context.db, userId))?.organization_id ?? null;
  const assign = async (trx: Trx) => {
    // Lock order: organizations by id, then the user, as in all membership changes.
    const both = [before, organizationId].filter((id) => id !== null).toSorted();
    for (const id of new Set(both)) await lockOrganization(trx, id);
    if (!(await lockUser(trx, userId))) throw new FluxError('not_found', 'This account no longer exists.');
    await requireAdministrator(trx, viewer);
    const user = await findUser(trx, userId);
    if ((user?.organization_id ?? null) !== before) throw new FluxError('conflict');
    if (before === organizationId) return false;
    const names = {
      before: await nameOf(trx, viewer, before),
      after: await nameOf(trx, viewer, organizationId),
    };
    const now = context.clock.now();
    const isRemoved = before !== null && (await takeBack(trx, userId, before, now));
    if (organizationId !== null) {
      const member = { organizationId, userId, role: 'member', joinedAt: now, isAssigned: true } as const;
      await insertMember(trx, member);
      await updateAssigned(trx, userId, organizationId, now);
    }
    await writeAudit(
      trx,
      {
        actorId: viewer.id,
        action: 'user.organization',
        target: { kind: 'user', id: userId, name: user?.username ?? '' },
        before: { organizationId: before, organizationName: names.before },
        after: { organizationId, organizationName: names.after },
      },
      now,
    );
    const removed = { organization: { id: before ?? '', name: names.before ?? '' }, userId };
    return isRemoved && (await notifyRemoved(context, trx, viewer, removed));
  };
  const wrote = await retryTransaction(() => context.db.transaction().execute(assign));
  if (wrote) await sendWritten(context);
}

/** @returns whether that ended a membership */
async function takeBack(trx: Trx, userId: string, organizationId: string, now: Date): Promise<boolean> {
  const cameSo = await isAssignedMember(trx, organizationId, userId);
  await updateAssigned(trx, userId, null, now);
  if (!cameSo) return false;
  await deleteMember(trx, organizationId, userId);
  await withdrawAllBy(trx, organizationId, userId);
  return true;
}

/** @throws FluxError `organization_not_found` */
async function nameOf(trx: Trx, viewer: Viewer, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const organization = await findStanding(trx, viewer, id);
  if (!organization) throw new FluxError('organization_not_found');
  return organization.name;
}
