import type { Config } from '#server/config/config.ts';
import { type EmailContent, neutralizeName, type Paragraph, renderEmail } from '../../mail/email-content.ts';

type MailConfig = Pick<Config, 'publicUrl'>;

/** Why an organization was deleted: by a user, at the end of its owner's plan, or with its owner's account. */
export type Cause = { by: 'person'; person: string } | { by: 'plan-end' } | { by: 'account' };

/** The outcome for its applications. */
export type Outcome = 'deleted' | 'moved' | 'kept';

interface Deleted {
  organization: string;
  cause: Cause;
  /** The names of the recipient's own applications in it. */
  applications: Readonly<Record<Outcome, readonly string[]>>;
  /** The target organization's name. */
  target: string | null;
}

/** To its members, and to owners of its applications. */
export function organizationDeletedMail(config: MailConfig, named: Deleted): EmailContent {
  const where = neutralizeName(named.organization);
  const { deleted, moved, kept } = named.applications;
  const fates: [readonly string[], string][] = [
    [deleted, 'These applications of yours were deleted with it:'],
    [moved, `These applications of yours are in the organization ${neutralizeName(named.target ?? '')} now:`],
    [kept, 'These applications of yours are still there, outside any organization:'],
  ];
  return renderEmail(`The organization ${where} was deleted`, [
    describeCause(where, named.cause),
    ...fates.flatMap(([names, words]) => (names.length === 0 ? [] : [`${words} ${listed(names)}.`])),
    { words: 'See your organizations:', link: `${config.publicUrl}/organizations` },
  ]);
}

function describeCause(where: string, cause: Cause): string {
  switch (cause.by) {
    case 'person':
      return `${neutralizeName(cause.person)} deleted the organization ${where}.`;
    case 'plan-end':
      return `The organization ${where} was deleted, because the subscription of its owner ended 30 days ago.`;
    case 'account':
      return `The organization ${where} was deleted together with the account of its owner.`;
  }
}

interface Gained {
  person: string;
  /** The organization that was deleted. */
  from: string;
  organizationId: string;
  organization: string;
  applications: readonly string[];
}

/** To the owner of the organization that received the applications of a deleted one. */
export function applicationsGainedMail(config: MailConfig, named: Gained): EmailContent {
  const [who, from, to] = [
    neutralizeName(named.person),
    neutralizeName(named.from),
    neutralizeName(named.organization),
  ];
  return renderEmail(`Applications moved to ${to}`, [
    `${who} deleted the organization ${from} and moved its applications to your organization ${to}: ${listed(named.applications)}.`,
    applicationsOf(config, named.organizationId),
  ]);
}

/** To the owner of an organization that loses applications with a deleted account, which is not named. */
export function applicationsLostMail(
  config: MailConfig,
  named: Pick<Gained, 'organizationId' | 'organization' | 'applications'>,
): EmailContent {
  const where = neutralizeName(named.organization);
  return renderEmail(`Applications were deleted from ${where}`, [
    `An account was deleted, and with it its applications in the organization ${where}: ${listed(named.applications)}.`,
    applicationsOf(config, named.organizationId),
  ]);
}

/** To the owner of an application that another user deleted. */
export function applicationDeletedMail(
  config: MailConfig,
  named: { person: string; application: string },
): EmailContent {
  const [who, what] = [neutralizeName(named.person), neutralizeName(named.application)];
  return renderEmail(`${what} was deleted`, [
    `${who} deleted your application ${what} with all its versions.`,
    { words: 'See your applications:', link: `${config.publicUrl}/?filter=my-apps` },
  ]);
}

function applicationsOf({ publicUrl }: MailConfig, organizationId: string): Paragraph {
  return { words: 'See its applications:', link: `${publicUrl}/?organization=${organizationId}` };
}

const maxNamed = 10;

function listed(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => neutralizeName(name));
  const more = names.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
