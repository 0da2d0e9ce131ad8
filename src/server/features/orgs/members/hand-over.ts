import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { lockUser } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { hasPlanEnded } from '../../billing/list.ts';
import { sendWritten } from '../../mail/write.ts';
import { recordAdminAction } from '../audit.ts';
import { canMakeOwner } from '../can.ts';
import { changeOrganization } from '../change.ts';
import { maxOrganizations } from '../create.ts';
import { permit } from '../permit.ts';
import { permitted } from '../read.ts';
import { countCreatedOrOwned, updateOwner } from '../store.ts';
import { notifyOwners } from './notify.ts';
import { findMember, keepAssignedMember, updateMemberRole } from './store.ts';

/**
 * Makes another member the owner; who was it stays an admin. Of two at once the second finds another owner than it
 * began with, and does nothing.
 * @throws FluxError `organization_not_found`, `member_not_found`, `forbidden`, `conflict`
 */
export async function handOver(context: Context, viewer: Viewer, id: string, userId: string): Promise<void> {
  const seen = await permitted(context, viewer, id, 'handOver');
  const wrote = await changeOrganization(context, viewer, id, 'know', async (trx, organization) => {
    if (organization.ownerId !== seen.ownerId) throw new FluxError('conflict');
    permit(viewer, organization, 'handOver');
    const member = await findMember(trx, id, userId);
    if (!member) throw new FluxError('member_not_found');
    if (!canMakeOwner(viewer, organization, member))
      throw new FluxError('conflict', 'This person is already the owner.');
    // Locks the new owner, so that concurrent handovers and creations count each other.
    if (!(await lockUser(trx, userId))) throw new FluxError('member_not_found');
    // An organization that the user created already counts, so it can return.
    if ((await countCreatedOrOwned(trx, userId, id)) >= maxOrganizations)
      throw new FluxError(
        'conflict',
        `${member.username} has ${maxOrganizations} organizations already, which is as many as one person may have.`,
      );
    if (await hasPlanEnded({ ...context, db: trx }, userId))
      throw new FluxError(
        'conflict',
        `The subscription of ${member.username} has ended, so the organization would be offline with them. They need a plan first.`,
      );
    const now = context.clock.now();
    await updateMemberRole(trx, id, userId, 'admin');
    await keepAssignedMember(trx, id, userId);
    await updateOwner(trx, id, userId, now);
    const former = await findMember(trx, id, organization.ownerId);
    const event = {
      action: 'organization.hand-over',
      before: { ownerId: organization.ownerId, owner: former?.username ?? '' },
      after: { ownerId: userId, owner: member.username },
    } as const;
    await recordAdminAction(trx, viewer, organization, 'handOver', event, now);
    return notifyOwners(context, trx, viewer, { organization, owner: member });
  });
  if (wrote) await sendWritten(context);
}
