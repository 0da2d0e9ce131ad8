import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminAction } from '../audit.ts';
import { canChangeRole, rolesToInviteAs } from '../can.ts';
import { changeOrganization } from '../change.ts';
import { withdrawAllBy } from '../invitations/withdraw.ts';
import { findMember, updateMemberRole } from './store.ts';

/**
 * Changes a member's role and withdraws their invitations beyond it.
 * @throws FluxError `organization_not_found`, `member_not_found`, `forbidden`; `conflict` for the owner
 */
export async function changeRole(
  context: Context,
  viewer: Viewer,
  { id, userId, role }: { id: string; userId: string; role: MemberRole },
): Promise<void> {
  await changeOrganization(context, viewer, id, 'manageMembers', async (trx, organization) => {
    const member = await findMember(trx, id, userId);
    if (!member) throw new FluxError('member_not_found');
    if (!canChangeRole(viewer, organization, member))
      throw new FluxError(
        'conflict',
        'The role of the owner cannot change. Make another member the owner first.',
      );
    await updateMemberRole(trx, id, userId, role);
    // Invitations of an offline organization are paused: the check uses the roles after its restoration.
    const awake = { ...organization, role, isOffline: false };
    await withdrawAllBy(trx, id, userId, rolesToInviteAs(null, awake));
    const facts = { userId, name: member.username };
    const event = {
      action: 'member.role',
      before: { ...facts, role: member.role },
      after: { ...facts, role },
    } as const;
    await recordAdminAction(trx, viewer, organization, 'manageMembers', event, context.clock.now());
  });
}
