import { type MailConfig, numberInMail, versionPage } from '#server/features/apps/approval-request-mail.ts';
import { type EmailContent, neutralizeName, renderEmail } from '#server/features/mail/email-content.ts';

interface Named {
  appId: string;
  appName: string;
  versionId: string;
  /** The number of the version. */
  version: string;
  /** Who decided on it. */
  person: string;
  /** Whether nobody can play the application, whatever version it has. */
  isHidden: boolean;
  /** Whether the version cannot start, so that nobody plays it though it was approved. */
  isHeldBack: boolean;
  /** Whether the version is the active one after its approval. */
  isActive: boolean;
}

/** To whoever uploaded it. */
export function decisionMail(place: MailConfig, named: Named, note: string | null): EmailContent {
  const [who, what, version] = [
    neutralizeName(named.person),
    neutralizeName(named.appName),
    numberInMail(named.version),
  ];
  const link = versionPage(place, named.appId, named.versionId);
  if (note === null)
    return renderEmail(`Version ${version} of ${what} was approved`, [
      `${who} approved version ${version} of ${what}. ${outcomeOf(named)}`,
      { words: 'See it here:', link },
    ]);
  return renderEmail(`Version ${version} of ${what} was sent back`, [
    `${who} sent version ${version} of ${what} back and wrote:`,
    neutralizeName(note, 1000),
    { words: 'Upload another version here:', link },
  ]);
}

function outcomeOf({ isHidden, isHeldBack, isActive }: Named): string {
  if (!isActive) return 'It cannot start, so it was not made the active version.';
  if (isHeldBack) return 'It is the active version, but it cannot start, so players cannot play it yet.';
  return `It is the one that is played ${isHidden ? 'once the application is online again' : 'from now on'}.`;
}
