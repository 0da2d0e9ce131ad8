import { endpointUrl } from '#shared/endpoint-url.ts';
import type { Config } from '../../../config.ts';
import { harmless, type Letter, writeLetter } from '../../mail/letter.ts';

type Place = Pick<Config, 'publicUrl'>;

interface Named {
  appId: string;
  appName: string;
  /** The number of the version. */
  version: string;
  /** Who uploaded it, or who decided on it. */
  person: string;
}

/** To those who decide: something waits for them. */
export function waitingMail(place: Place, named: Named & { organization: string }): Letter {
  const [who, what, where] = [harmless(named.person), harmless(named.appName), harmless(named.organization)];
  return writeLetter(`${what} waits for approval in ${where}`, [
    `${who} uploaded version ${numberOf(named)} of ${what} to the organization ${where}, where it waits for the approval of its owner or one of its admins.`,
    { words: 'Look at it here:', link: updatePage(place, named) },
    `However much is uploaded there, you get one such mail an hour at most.`,
  ]);
}

/** To whoever uploaded it. */
export function decisionMail(place: Place, named: Named, note: string | null): Letter {
  const [who, what, version] = [harmless(named.person), harmless(named.appName), numberOf(named)];
  const link = updatePage(place, named);
  if (note === null)
    return writeLetter(`Version ${version} of ${what} was approved`, [
      `${who} approved version ${version} of ${what}. It is the one that is played from now on.`,
      { words: 'See it here:', link },
    ]);
  return writeLetter(`Version ${version} of ${what} was sent back`, [
    `${who} sent version ${version} of ${what} back and wrote:`,
    harmless(note, 1000),
    { words: 'Upload another version here:', link },
  ]);
}

/** As people write it, where it is a plain number; it may be anything else, too. */
function numberOf({ version }: Named): string {
  return /^\d+(?:\.\d+){0,2}$/.test(version) ? version : harmless(version);
}

function updatePage({ publicUrl }: Place, { appId }: Named): string {
  return publicUrl + endpointUrl('/update/{id}', { id: appId });
}
