import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { deliveryJob } from './deliver.ts';
import type { EmailContent } from './email-content.ts';
import { deletePendingAbout, insertMails, updateUntriedMail } from './store.ts';

interface NewMail {
  /** In lower case. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The id of the mail's subject: a pending mail about the same subject is replaced. */
  about: string;
  /** Null: no account. */
  causedBy: string | null;
  /** The address for replies, if not Flux's; as typed. */
  replyTo?: string | null;
  /** At once without it. */
  sendAt?: Date;
}

/** Writes a mail in the transaction of its cause: both or none. Call `sendWritten` afterwards. */
export async function writeMail(trx: Transaction<Tables>, mail: NewMail, now: Date): Promise<void> {
  await writeMails(trx, [mail], now);
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const maxRows = 1000;

/** The same for several mails about different subjects. */
export async function writeMails(
  trx: Transaction<Tables>,
  mails: readonly NewMail[],
  now: Date,
): Promise<void> {
  await deletePendingAbout(
    trx,
    mails.map(({ about }) => about),
  );
  for (let start = 0; start < mails.length; start += maxRows)
    await insertMails(
      trx,
      mails
        .slice(start, start + maxRows)
        .map(({ to, subject, text, html, about, causedBy, replyTo, sendAt }) => ({
          id: newId(),
          to_address: to,
          subject,
          text,
          html,
          about,
          caused_by: causedBy,
          reply_to: replyTo ?? null,
          created_at: now,
          next_attempt_at: sendAt ?? now,
        })),
    );
}

/**
 * Replaces the content of a mail that waits for its `sendAt`, and makes it due. Sent and deleted mails are unchanged.
 */
export async function completeMail(
  db: Kysely<Tables>,
  about: string,
  content: EmailContent,
  now: Date,
): Promise<void> {
  await updateUntriedMail(db, about, { ...content, next_attempt_at: now });
}

/** Sends written mails immediately; if that fails, the schedule sends them within two minutes. */
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
