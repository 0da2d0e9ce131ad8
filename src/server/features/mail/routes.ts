import { listMails as listEndpoint } from '#shared/contact/mail.ts';
import type { Register } from '../../app.ts';
import { isLocal } from '../../config/config.ts';
import { deliverMails, deliveryJob } from './deliver.ts';
import { listMails } from './list.ts';
import { pruneMails } from './prune.ts';

export const registerMail: Register = (http, context) => {
  const { config, log, jobs } = context;
  http.bindSignedIn(listEndpoint, ({ query }) => listMails(context, query));
  jobs.register({
    name: deliveryJob,
    concurrency: 1,
    retryLimit: 2,
    schedule: '* * * * *',
    run: (_data, signal) => deliverMails(context, signal),
  });
  jobs.register({
    name: 'mail-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '41 3 * * *',
    followsClock: true,
    run: () => pruneMails(context),
  });
  if (config.mail !== null) {
    const { host, port, tls, from } = config.mail;
    log.info({ host, port, tls, from: from.address }, 'mail goes to an SMTP server');
    return;
  }
  const sentence = `No mail server is configured (FLUX_SMTP_URL): mails stay in the outbox, at ${config.publicUrl}/admin/mails.`;
  if (isLocal(config.publicUrl)) log.info(sentence);
  else log.warn(sentence);
};
