import { endpointUrl } from '#shared/endpoint-url.ts';
import type { Config } from '../../config.ts';
import { harmless, type Letter, writeLetter } from '../mail/letter.ts';

export type Place = Pick<Config, 'publicUrl'>;

interface Waiting {
  appId: string;
  appName: string;
  /** The number of the version that was uploaded; null where all of it was taken there from elsewhere. */
  version: string | null;
  /** Who brought it. */
  person: string;
  organization: string;
}

/** To those who decide: something waits for them. */
export function waitingMail(place: Place, { appId, version, ...names }: Waiting): Letter {
  const [who, what, where] = [harmless(names.person), harmless(names.appName), harmless(names.organization)];
  const did =
    version === null ? `took ${what} to` : `uploaded version ${numberInMail(version)} of ${what} to`;
  return writeLetter(`${what} waits for approval in ${where}`, [
    `${who} ${did} the organization ${where}, where it waits for the approval of its owner or one of its admins.`,
    { words: 'Look at it here:', link: updatePage(place, appId) },
    `However much is uploaded there, you get one such mail an hour at most.`,
  ]);
}

/** The number of a version as people write it, where it is a plain one; it may be anything else, too. */
export function numberInMail(version: string): string {
  return /^\d+(?:\.\d+){0,2}$/.test(version) ? version : harmless(version);
}

export function updatePage({ publicUrl }: Place, appId: string): string {
  return publicUrl + endpointUrl('/update/{id}', { id: appId });
}
