import type { Config } from '#server/config/config.ts';
import { harmless, type Letter, type Paragraph, writeLetter } from '../../mail/letter.ts';

type Place = Pick<Config, 'publicUrl'>;

/** Why an organization was deleted: by a person, at the end of its owner's plan, or with its owner's account. */
export type Cause = { by: 'person'; person: string } | { by: 'plan-end' } | { by: 'account' };

/** What became of the applications in it. */
export type Outcome = 'deleted' | 'moved' | 'kept';

interface Deleted {
  organization: string;
  cause: Cause;
  /** The names of the recipient's own applications in it. */
  applications: Readonly<Record<Outcome, readonly string[]>>;
  /** The name of the organization that they moved to. */
  target: string | null;
}

/** To its members, and to owners of applications in it. */
export function organizationDeletedMail(place: Place, named: Deleted): Letter {
  const where = harmless(named.organization);
  const { deleted, moved, kept } = named.applications;
  const fates: [readonly string[], string][] = [
    [deleted, 'These applications of yours were deleted with it:'],
    [moved, `These applications of yours are in the organization ${harmless(named.target ?? '')} now:`],
    [kept, 'These applications of yours are still there, outside any organization:'],
  ];
  return writeLetter(`The organization ${where} was deleted`, [
    causeInWords(where, named.cause),
    ...fates.flatMap(([names, words]) => (names.length === 0 ? [] : [`${words} ${listed(names)}.`])),
    { words: 'See your organizations:', link: `${place.publicUrl}/organizations` },
  ]);
}

function causeInWords(where: string, cause: Cause): string {
  switch (cause.by) {
    case 'person':
      return `${harmless(cause.person)} deleted the organization ${where}.`;
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

/** To the owner of the organization that the applications of a deleted one moved to. */
export function applicationsGainedMail(place: Place, named: Gained): Letter {
  const [who, from, to] = [harmless(named.person), harmless(named.from), harmless(named.organization)];
  return writeLetter(`Applications moved to ${to}`, [
    `${who} deleted the organization ${from} and moved its applications to your organization ${to}: ${listed(named.applications)}.`,
    applicationsOf(place, named.organizationId),
  ]);
}

/** To the owner of an organization that loses applications with a deleted account, which is not named. */
export function applicationsLostMail(
  place: Place,
  named: Pick<Gained, 'organizationId' | 'organization' | 'applications'>,
): Letter {
  const where = harmless(named.organization);
  return writeLetter(`Applications were deleted from ${where}`, [
    `An account was deleted, and with it its applications in the organization ${where}: ${listed(named.applications)}.`,
    applicationsOf(place, named.organizationId),
  ]);
}

/** To the owner of an application that somebody else deleted. */
export function applicationDeletedMail(place: Place, named: { person: string; application: string }): Letter {
  const [who, what] = [harmless(named.person), harmless(named.application)];
  return writeLetter(`${what} was deleted`, [
    `${who} deleted your application ${what} with all its versions.`,
    { words: 'See your applications:', link: `${place.publicUrl}/?filter=my-apps` },
  ]);
}

function applicationsOf({ publicUrl }: Place, organizationId: string): Paragraph {
  return { words: 'See its applications:', link: `${publicUrl}/?organization=${organizationId}` };
}

const maxNamed = 10;

function listed(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => harmless(name));
  const more = names.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
