import type { Config } from '#server/config/config.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import { type EmailContent, neutralizeName, renderEmail } from '../../mail/email-content.ts';

interface InvitationMail {
  /** The invitation's random id. Without the invited address it is useless. */
  id: string;
  inviter: string;
  organization: string;
  role: MemberRole;
  expiresAt: Date;
}

const roles: Record<MemberRole, string> = { member: 'a member', admin: 'an admin', viewer: 'a viewer' };

/** What the mail of an invitation says: who invites into what as what, the link, and until when. */
export function invitationMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { id, inviter, organization, role, expiresAt }: InvitationMail,
): EmailContent {
  const [who, what] = [neutralizeName(inviter), neutralizeName(organization)];
  const link = `${publicUrl}/organizations?invitation=${id}`;
  const day = expiresAt.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  const sentence = `${who} invites you to the organization ${what} on Flux, as ${roles[role]}.`;
  const how = 'Sign in with this e-mail address to accept or decline it:';
  const until = `The invitation is good until ${day}.`;
  const ignore =
    'If you do not know who this is, you need not do anything: nothing happens unless you accept.';
  return renderEmail(`${who} invites you to ${what} on Flux`, [
    sentence,
    { words: how, link },
    `${until}\n${ignore}`,
  ]);
}
