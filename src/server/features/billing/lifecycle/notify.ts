import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { writeMail } from '../../mail/write.ts';
import { letters } from '../email-templates/letters.ts';
import type { Facts } from '../email-templates/words.ts';
import type { Person } from './current.ts';
import { needsForecast } from './forecast.ts';
import type { Current, NotifiedState, Step, StepName } from './notified-state.ts';
import type { OwnedContent } from './owned-content.ts';
import { afterPatience } from './patience.ts';
import { insertStep, wasTold } from './store.ts';

export interface WrittenMail {
  about: string;
  step: StepName;
  facts: Facts;
  /** It does not name the next charge yet, and is sent some minutes later unless it is completed before. */
  isIncomplete: boolean;
}

/**
 * Writes down that somebody is told a step, and writes the mail, if there is something to say and an address that is
 * theirs.
 * @returns the mail; null without one
 */
export async function notifyStep(
  { config }: Context,
  trx: Transaction<Tables>,
  ownedContent: OwnedContent,
  {
    person,
    step,
    before,
    notified,
    current,
    now,
  }: {
    person: Person;
    step: Step;
    before: NotifiedState;
    notified: NotifiedState;
    current: Current;
    now: Date;
  },
): Promise<WrittenMail | null> {
  const userId = person.id;
  const warning = { userId, step: 'deletion-tomorrow', period: step.period };
  const facts: Facts = {
    publicUrl: config.publicUrl,
    tier: current.isAdmin ? 'elevated' : current.tier,
    stage: notified.stage === 'unseen' || notified.stage === 'deleted' ? current.stage : notified.stage,
    trialEndsAt: current.trialEndsAt,
    periodEndsAt: current.periodEndsAt,
    bill: isOfThePlanBefore(step, before, current) ? null : current.bill,
    forecast: null,
    wasUnpaid: current.bill !== null && !current.bill.isPaid && current.bill.attempts > 0,
    deletesAt: notified.deletesAt,
    owned: await ownedContent.count(trx, userId),
    wasWarned: step.name === 'deleted' && (await wasTold(trx, warning)),
  };
  const letter = letters[step.name](facts);
  if (letter === null) return null;
  const row = { user_id: userId, step: step.name, period: step.period, sent_at: now };
  if (!(await insertStep(trx, row))) return null;
  // An address that was never confirmed may be somebody else's.
  if (!person.email || !person.email_verified) return null;
  const about = `${step.name} ${step.period} of ${userId}`;
  const isIncomplete = needsForecast(step.name, current);
  const sendAt = isIncomplete ? afterPatience(now) : now;
  await writeMail(trx, { to: person.email.toLowerCase(), ...letter, about, causedBy: userId, sendAt }, now);
  return { about, step: step.name, facts, isIncomplete };
}

/** A smaller plan is billed with its next period, and the role of an administrator never. */
function isOfThePlanBefore(step: Step, before: NotifiedState, { bill, isAdmin }: Current): boolean {
  return isAdmin || (step.name === 'plan-changed' && before.billId === bill?.id);
}
