import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { sendWritten } from '../../mail/write.ts';
import { recordAdminAction } from '../audit.ts';
import { canRemind } from '../can.ts';
import { changeInvitation } from './change.ts';
import { expiryAt } from './invite.ts';
import { remindMilliseconds } from './limits.ts';
import { sendInvitation } from './send.ts';
import { updateInvitation } from './store.ts';

/**
 * Sends an invitation's mail again and restarts its validity. If its sender lost the right to invite, the reminding
 * user becomes the sender.
 * @throws FluxError `invitation_not_found`, `forbidden`, `too_many_requests`
 */
export async function remind(context: Context, viewer: Viewer, id: string): Promise<void> {
  await changeInvitation(context, viewer, id, async (trx, { organization, invitation }) => {
    if (!canRemind(viewer, organization, invitation))
      throw new FluxError('forbidden', `You may not invite as ${invitation.role} here any more.`);
    const now = context.clock.now();
    const waitMs = invitation.sentAt.getTime() + remindMilliseconds - now.getTime();
    if (waitMs > 0)
      throw new FluxError(
        'too_many_requests',
        'This invitation was sent less than an hour ago. Please wait before you remind them.',
        { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
      );
    const expiresAt = expiryAt(now);
    await updateInvitation(trx, id, {
      sent_at: now,
      expires_at: expiresAt,
      ...(invitation.isBacked ? {} : { invited_by: viewer.id }),
    });
    await sendInvitation(context, trx, viewer, organization, { ...invitation, expiresAt });
    if (invitation.invitedBy === viewer.id) return;
    const facts = { role: invitation.role };
    const event = { action: 'member.invite', before: facts, after: facts } as const;
    await recordAdminAction(trx, viewer, organization, 'manageMembers', event, now);
  });
  await sendWritten(context);
}
