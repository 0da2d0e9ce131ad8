import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#server/context.ts';
import { completeMail, sendWritten } from '../../mail/write.ts';
import { emailTemplates } from '../email-templates/templates.ts';
import { readCurrent } from './current.ts';
import type { Forecast } from './forecast.ts';
import type { Current } from './notified-state.ts';
import type { WrittenMail } from './notify.ts';

/** Mails to one user without the amount of the next charge. */
export interface IncompleteMails {
  userId: string;
  /** The subscription of the mails. */
  current: Current;
  mails: WrittenMail[];
}

/**
 * Adds the amount of the next charge and sends the mails. Otherwise they are sent as they are some minutes later, so
 * a crash loses none and duplicates none.
 */
export async function completeMails(
  context: Context,
  incomplete: readonly IncompleteMails[],
  readForecast: (paymentId: string) => Promise<Forecast>,
): Promise<void> {
  await Promise.all(incomplete.map((mails) => complete(context, mails, readForecast)));
  await sendWritten(context);
}

async function complete(
  { db, clock, log }: Context,
  { userId, current, mails }: IncompleteMails,
  readForecast: (paymentId: string) => Promise<Forecast>,
): Promise<void> {
  try {
    const answer = current.paymentId === null ? null : await readForecast(current.paymentId);
    const now = clock.now();
    // The forecast of a subscription that changed since is not that of the mail.
    const isSame = isDeepStrictEqual((await readCurrent(db, userId, now))?.current, current);
    const forecast = isSame ? answer : null;
    for (const { about, step, facts } of mails) {
      const content = emailTemplates[step]({ ...facts, forecast });
      if (content !== null) await completeMail(db, about, content, now);
    }
  } catch (error) {
    log.error({ err: error, userId }, 'a mail is sent later, without the amount of the next charge');
  }
}
