import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { sendWritten } from '../../mail/write.ts';
import { recordAdminAction } from '../audit.ts';
import { canManageMembers, canRemove } from '../can.ts';
import { changeOrganization } from '../change.ts';
import { withdrawAllBy } from '../invitations/withdraw.ts';
import { permit } from '../permit.ts';
import { notifyRemoved } from './notify.ts';
import { deleteMember, findMember } from './store.ts';

/**
 * Removes a member, or lets a member leave. Their open invitations are withdrawn, so that they cannot return with
 * another account.
 * @throws FluxError `organization_not_found`, `member_not_found`, `forbidden`; `conflict` for the owner
 */
export async function removeMember(
  context: Context,
  viewer: Viewer,
  organizationId: string,
  userId: string,
): Promise<void> {
  const wrote = await changeOrganization(
    context,
    viewer,
    organizationId,
    'belong',
    async (trx, organization) => {
      const member = await findMember(trx, organizationId, userId);
      if (!member) throw new FluxError('member_not_found');
      if (!canRemove(viewer, organization, member)) {
        if (organization.isOffline) permit(viewer, organization, 'manageMembers');
        if (member.role !== 'owner') throw new FluxError('forbidden', 'You may not remove other members.');
        if (userId === viewer.id)
          throw new FluxError('conflict', 'You own this organization. Make another member the owner first.');
        const mayRemoveOthers = canManageMembers(viewer, organization);
        throw new FluxError(mayRemoveOthers ? 'conflict' : 'forbidden', 'The owner cannot be removed.');
      }
      await deleteMember(trx, organizationId, userId);
      await withdrawAllBy(trx, organizationId, userId);
      if (userId === viewer.id) return false;
      const before = { userId, name: member.username, role: member.role };
      const event = { action: 'member.remove', before, after: null } as const;
      await recordAdminAction(trx, viewer, organization, 'manageMembers', event, context.clock.now());
      return notifyRemoved(context, trx, viewer, { organization, userId });
    },
  );
  if (wrote) await sendWritten(context);
}
