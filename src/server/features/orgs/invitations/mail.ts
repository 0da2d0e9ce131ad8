import { escapeHtml } from '#shared/html.ts';
import type { MemberRole } from '#shared/orgs.ts';
import type { Config } from '../../../config.ts';

interface InvitationMail {
  /** Of the invitation. It cannot be guessed, and is worth nothing to whoever has another address. */
  id: string;
  inviter: string;
  organization: string;
  role: MemberRole;
  expiresAt: Date;
}

const roles: Record<MemberRole, string> = { member: 'a member', admin: 'an admin', viewer: 'a viewer' };
const longestName = 60;

/** What the mail of an invitation says: who invites into what as what, the link, and until when. */
export function invitationMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { id, inviter, organization, role, expiresAt }: InvitationMail,
): { subject: string; text: string; html: string } {
  const [who, what] = [harmless(inviter), harmless(organization)];
  const link = `${publicUrl}/organizations?invitation=${id}`;
  const day = expiresAt.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  const sentence = `${who} invites you to the organization ${what} on Flux, as ${roles[role]}.`;
  const how = 'Sign in with this e-mail address to accept or decline it:';
  const until = `The invitation is good until ${day}.`;
  const ignore =
    'If you do not know who this is, you need not do anything: nothing happens unless you accept.';
  return {
    subject: `${who} invites you to ${what} on Flux`,
    text: [sentence, '', how, link, '', until, ignore, ''].join('\n'),
    html: page([
      `<p>${escapeHtml(sentence)}</p>`,
      `<p>${escapeHtml(how)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(until)} ${escapeHtml(ignore)}</p>`,
    ]),
  };
}

function page(paragraphs: string[]): string {
  return `<!doctype html>\n<html lang="en"><body style="font-family: sans-serif; line-height: 1.5">\n${paragraphs.join('\n')}\n</body></html>\n`;
}

/**
 * Names are whatever their owners typed, and a mail of Flux must not carry their advertisement: they are cut short, and
 * a word joiner keeps mail programs from making a link of one.
 */
function harmless(name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName).toWellFormed()}…` : name;
  return short.replaceAll(/[.:/@](?=\S)/g, (mark) => `${mark}\u2060`);
}
