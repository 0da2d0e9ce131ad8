import { numberInMail, type Place, updatePage } from '../../apps/waiting-mail.ts';
import { harmless, type Letter, writeLetter } from '../../mail/letter.ts';

interface Named {
  appId: string;
  appName: string;
  /** The number of the version. */
  version: string;
  /** Who decided on it. */
  person: string;
  /** Whether nobody can play the application, whatever version it has. */
  isHidden: boolean;
}

/** To whoever uploaded it. */
export function decisionMail(place: Place, named: Named, note: string | null): Letter {
  const [who, what, version] = [harmless(named.person), harmless(named.appName), numberInMail(named.version)];
  const link = updatePage(place, named.appId);
  const played = named.isHidden ? 'once the application is online again' : 'from now on';
  if (note === null)
    return writeLetter(`Version ${version} of ${what} was approved`, [
      `${who} approved version ${version} of ${what}. It is the one that is played ${played}.`,
      { words: 'See it here:', link },
    ]);
  return writeLetter(`Version ${version} of ${what} was sent back`, [
    `${who} sent version ${version} of ${what} back and wrote:`,
    harmless(note, 1000),
    { words: 'Upload another version here:', link },
  ]);
}
