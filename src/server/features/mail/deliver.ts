import type { Context } from '../../context.ts';
import { MailError, type Mailer } from '../../platform/mail/mailer.ts';
import { type MailRow, postponeMail, settleMail, takeDueMail } from './store.ts';

export const deliveryJob = 'mail-deliver';

const minute = 60_000;
/** Longer than any attempt takes. */
const leaseMilliseconds = 5 * minute;
/** Before the first attempt, after it, after the second and so on; the last is for all that follow. */
const retryDelayMilliseconds = [0, 1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minute);
/** What could not be handed over for so long is given up. */
export const giveUpMilliseconds = 3 * 24 * 60 * minute;

/**
 * Sends all due mails. One server at a time handles a mail. It is sent once, unless a server or the database fails
 * between the mail server's acceptance and its record.
 */
export async function deliverMails(context: Context, signal: AbortSignal): Promise<void> {
  const { mailer, db, clock } = context;
  if (mailer === null) return;
  while (!signal.aborted) {
    const now = clock.now();
    const mail = await takeDueMail(db, now, new Date(now.getTime() + leaseMilliseconds));
    if (!mail) return;
    await deliver(context, mailer, mail, signal);
  }
}

async function deliver(
  { db, clock, log }: Context,
  mailer: Mailer,
  mail: MailRow,
  signal: AbortSignal,
): Promise<void> {
  const lastMoment = mail.created_at.getTime() + giveUpMilliseconds;
  if (clock.now().getTime() >= lastMoment) {
    const problem = mail.problem || 'It waited for too long.';
    await settleMail(db, mail.id, 'failed', problem, clock.now());
    return;
  }
  try {
    const { id, to_address: to, reply_to: replyTo, subject, text, html, created_at: writtenAt } = mail;
    await mailer.send({ id, to, replyTo, subject, text, html, writtenAt }, signal);
    await settleMail(db, mail.id, 'sent', '', clock.now());
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // The reason may contain the address, so it is shown in the outbox only.
    log.warn({ mail: mail.id, attempts: mail.attempts, permanent: error.permanent }, 'a mail was not taken');
    if (error.permanent) return settleMail(db, mail.id, 'failed', error.message, clock.now());
    const wait = retryDelayMilliseconds[Math.min(mail.attempts, retryDelayMilliseconds.length - 1)] ?? 0;
    const until = new Date(Math.min(clock.now().getTime() + wait, lastMoment));
    await postponeMail(db, mail.id, { until, problem: error.message });
  }
}
