import type { Context } from '#server/context.ts';
import { newId } from '#server/platform/ids.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { invitationDays, type MemberRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { sendWritten } from '../../mail/write.ts';
import { recordAdminAction, rightToInviteAs } from '../audit.ts';
import { canWithdraw, rolesToInviteAs } from '../can.ts';
import { changeOrganization } from '../change.ts';
import { findMemberByEmail } from '../members/store.ts';
import { remindMilliseconds } from './limits.ts';
import { isValid } from './present.ts';
import { sendInvitation } from './send.ts';
import { findInvitationTo, insertInvitation, updateInvitation } from './store.ts';

interface Invited {
  organizationId: string;
  userEmail: string;
  role: MemberRole;
}

/** From now on. */
export function expiryAt(now: Date): Date {
  return new Date(now.getTime() + invitationDays * 86_400_000);
}

/**
 * Invites an address. Work and response do not depend on whether the address has an account; only an existing member
 * is reported, whose address the inviter can see anyway. Inviting an invited address renews the invitation with the
 * new role. Another user's valid invitation is unchanged unless the inviter could withdraw it, so that inviting again
 * cannot take it over.
 * @throws FluxError `organization_not_found`, `forbidden`, `too_many_requests`; `conflict` for a member
 */
export async function invite(
  context: Context,
  viewer: Viewer,
  { organizationId, userEmail, role }: Invited,
): Promise<void> {
  const email = userEmail.toLowerCase();
  const wroteMail = await changeOrganization(
    context,
    viewer,
    organizationId,
    'invite',
    async (trx, organization) => {
      const roles = rolesToInviteAs(viewer, organization);
      if (!roles.includes(role))
        throw new FluxError('forbidden', `You may invite as ${roles.join(' or ')} here.`);
      if (await findMemberByEmail(trx, organizationId, email))
        throw new FluxError('conflict', 'This person is already a member of the organization.');
      const now = context.clock.now();
      const event = { action: 'member.invite', before: null, after: { role } } as const;
      const right = rightToInviteAs(viewer, organization, role);
      await recordAdminAction(trx, viewer, organization, right, event, now);
      const expiresAt = expiryAt(now);
      const earlier = await findInvitationTo(trx, organizationId, email);
      if (!earlier) {
        const id = newId();
        await insertInvitation(trx, {
          id,
          organization_id: organizationId,
          email,
          role,
          invited_by: viewer.id,
          created_at: now,
          sent_at: now,
          expires_at: expiresAt,
        });
        await sendInvitation(context, trx, viewer, organization, { id, email, role, expiresAt });
        return true;
      }
      if (isValid(earlier, now) && !canWithdraw(viewer, organization, earlier)) return false;
      const isSentAgain = now.getTime() - earlier.sentAt.getTime() >= remindMilliseconds;
      await updateInvitation(trx, earlier.id, {
        role,
        invited_by: viewer.id,
        ...(isSentAgain ? { sent_at: now } : {}),
        expires_at: expiresAt,
      });
      if (!isSentAgain) return false;
      await sendInvitation(context, trx, viewer, organization, { id: earlier.id, email, role, expiresAt });
      return true;
    },
  );
  if (wroteMail) await sendWritten(context);
}
