import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { deliveryJob } from './deliver.ts';
import type { Letter } from './letter.ts';
import { deleteWaitingAbout, insertMails, updateUntriedMail } from './store.ts';

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
  /** At once without it. */
  sendAt?: Date;
}

/** Writes a mail in the transaction of what it tells of: there is either both or neither. `sendWritten` comes after. */
export async function writeMail(trx: Transaction<Tables>, mail: NewMail, now: Date): Promise<void> {
  await writeMails(trx, [mail], now);
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const maxRows = 1000;

/** The same for several, each about something of its own. */
export async function writeMails(
  trx: Transaction<Tables>,
  mails: readonly NewMail[],
  now: Date,
): Promise<void> {
  await deleteWaitingAbout(
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

/** Replaces what a mail says that waits for its `sendAt`, and makes it due. A mail that left or is gone stays so. */
export async function completeMail(
  db: Kysely<Tables>,
  about: string,
  letter: Letter,
  now: Date,
): Promise<void> {
  await updateUntriedMail(db, about, { ...letter, next_attempt_at: now });
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
