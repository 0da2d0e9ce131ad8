import type { Config } from '#server/config/config.ts';
import { harmless, type Letter, type Paragraph, writeLetter } from '../../mail/letter.ts';

type Place = Pick<Config, 'publicUrl'>;

interface Named {
  /** Who made the change. */
  person: string;
  organization: string;
}

export function becameOwnerMail(place: Place, named: Named & { applications: number }): Letter {
  const [who, where] = [harmless(named.person), harmless(named.organization)];
  const applications = named.applications === 1 ? '1 application' : `${named.applications} applications`;
  return writeLetter(`You are now the owner of ${where}`, [
    `${who} made you the owner of the organization ${where}, which has ${applications}.`,
    'You can change its details and settings, manage its members, hand it over and delete it.',
    link(place),
  ]);
}

/** To the former owner, where an administrator of Flux hands the organization over. */
export function lostOwnershipMail(place: Place, named: Named & { owner: string }): Letter {
  const [who, where, owner] = [harmless(named.person), harmless(named.organization), harmless(named.owner)];
  return writeLetter(`You are no longer the owner of ${where}`, [
    `${who} made ${owner} the owner of the organization ${where}. You stay in it as an admin.`,
    link(place),
  ]);
}

/** @param named.applications the number of applications of theirs in the organization, which stay theirs */
export function removedMail(place: Place, named: Named & { applications: number }): Letter {
  const [who, where] = [harmless(named.person), harmless(named.organization)];
  const kept =
    named.applications === 1
      ? ['Your application in it is still yours.']
      : named.applications > 1
        ? [`Your ${named.applications} applications in it are still yours.`]
        : [];
  return writeLetter(`You were removed from ${where}`, [
    `${who} removed you from the organization ${where}. You can no longer open the private applications of its other members.`,
    ...kept,
    link(place),
  ]);
}

function link({ publicUrl }: Place): Paragraph {
  return { words: 'See your organizations:', link: `${publicUrl}/organizations` };
}
