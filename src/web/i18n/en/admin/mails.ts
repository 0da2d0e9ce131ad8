import { namespace } from '../../namespace.ts';

export const texts = namespace({
  toTo: 'To {to}',
  writtenCreatedat: 'Written {createdAt}',
  sentSentat: 'Sent {sentAt}',
  text: 'Text',
  close: 'Close',
  keptHere: 'Kept here',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  mails: 'Mails',
  failedToLoadMails: 'Failed to load mails',
  noMails: 'No mails',
  invitationsAndNewsOfPlansAnd:
    'Invitations, and news of plans and applications, are mailed. What was written shows here for 30 days.',
  noMailIsSentUntil:
    'Invitations, and news of plans and applications, are written here and kept for 30 days. This Flux sends no mail: no mail server is configured (FLUX_SMTP_URL).',
  countAttempts: '{attempts, plural, one {# attempt} other {# attempts}}',
  mail: 'Mail',
  to: 'To',
  state: 'State',
  written: 'Written',
});
