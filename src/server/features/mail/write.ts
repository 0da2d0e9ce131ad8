import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import type { Tables } from '../../schema.ts';
import { deliveryJob } from './deliver.ts';
import { deleteWaitingAbout, insertMail } from './store.ts';

interface NewMail {
  /** In lower case. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The id of what it tells of: an earlier mail about it that still waits is not sent any more. */
  about: string;
  /** Null: nobody with an account. */
  causedBy: string | null;
  /** Where an answer goes, if not to Flux; as it was typed. */
  replyTo?: string | null;
}

/** Writes a mail in the transaction of what it tells of: there is either both or neither. `sendWritten` comes after. */
export async function writeMail(
  trx: Transaction<Tables>,
  { to, subject, text, html, about, causedBy, replyTo = null }: NewMail,
  now: Date,
): Promise<void> {
  await deleteWaitingAbout(trx, [about]);
  await insertMail(trx, {
    id: newId(),
    to_address: to,
    subject,
    text,
    html,
    about,
    caused_by: causedBy,
    reply_to: replyTo,
    created_at: now,
    next_attempt_at: now,
  });
}

/** Has what was written sent at once; where this fails it is sent within a minute or two. */
export async function sendWritten({ config, jobs, log, mailer }: Context): Promise<void> {
  if (mailer === null) {
    log.warn(
      `A mail was written and stays in the outbox, since no mail server is configured. Administrators read it at ${config.publicUrl}/admin/mails.`,
    );
    return;
  }
  await jobs
    .add(deliveryJob, {}, { singletonKey: deliveryJob })
    .catch((error: unknown) => log.warn({ err: error }, 'a mail waits for the next minute'));
}
