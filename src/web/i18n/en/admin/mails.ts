import { namespace } from '../../namespace.ts';

export const texts = namespace({
  toTo: 'To {to}',
  createdCreatedAt: 'Created {createdAt}',
  sentSentat: 'Sent {sentAt}',
  text: 'Text',
  close: 'Close',
  notSent: 'Not sent',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  emails: 'E-mails',
  failedToLoadEMails: 'Failed to load e-mails',
  noEMails: 'No e-mails',
  fluxEmailsInvitations:
    'Flux e-mails invitations and notifications about plans and applications. They are listed here for 30 days.',
  thisServerCannotSendEmail:
    'Invitations and notifications about plans and applications are listed here for 30 days. This server cannot send e-mail: no mail server is configured (FLUX_SMTP_URL).',
  countAttempts: '{attempts, plural, one {# attempt} other {# attempts}}',
  email: 'E-mail',
  to: 'To',
  state: 'State',
  created: 'Created',
});
