import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeMail } from '../../mail/write.ts';
import type { KnownOrganization } from '../store.ts';
import { countMail } from './limits.ts';
import { invitationMail } from './mail.ts';

/**
 * Counts and writes the mail of an invitation, in the transaction that makes or renews it.
 * @throws FluxError `too_many_requests`
 */
export async function sendInvitation(
  context: Context,
  trx: Transaction<Tables>,
  viewer: Viewer,
  organization: KnownOrganization,
  { id, email, role, expiresAt }: { id: string; email: string; role: MemberRole; expiresAt: Date },
): Promise<void> {
  await countMail(context, trx, viewer, { organizationId: organization.id, email });
  const mail = invitationMail(context.config, {
    id,
    inviter: viewer.username,
    organization: organization.name,
    role,
    expiresAt,
  });
  await writeMail(trx, { to: email, ...mail, about: id, causedBy: viewer.id }, context.clock.now());
}
