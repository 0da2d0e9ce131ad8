import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { writeMail } from '../../mail/write.ts';
import { emailTemplates } from '../email-templates/templates.ts';
import type { TemplateData } from '../email-templates/words.ts';
import type { Person } from './current.ts';
import { needsForecast } from './forecast.ts';
import type { Current, NotifiedState, Step, StepName } from './notified-state.ts';
import type { OwnedContent } from './owned-content.ts';
import { retryAt } from './retry-delay.ts';
import { insertStep, wasNotified } from './store.ts';

export interface WrittenMail {
  about: string;
  step: StepName;
  facts: TemplateData;
  /** It does not name the next charge yet, and is sent some minutes later unless it is completed before. */
  isIncomplete: boolean;
}

/**
 * Records a notification and writes its mail, if the step has one and the user's address is verified.
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
  const facts: TemplateData = {
    publicUrl: config.publicUrl,
    tier: current.isAdmin ? 'elevated' : current.tier,
    stage: notified.stage === 'unseen' || notified.stage === 'deleted' ? current.stage : notified.stage,
    trialEndsAt: current.trialEndsAt,
    periodEndsAt: current.periodEndsAt,
    bill: isBillOfPreviousPlan(step, before, current) ? null : current.bill,
    forecast: null,
    wasUnpaid: current.bill !== null && !current.bill.isPaid && current.bill.attempts > 0,
    deletesAt: notified.deletesAt,
    owned: await ownedContent.count(trx, userId),
    wasWarned: step.name === 'deleted' && (await wasNotified(trx, warning)),
  };
  const content = emailTemplates[step.name](facts);
  if (content === null) return null;
  const row = { user_id: userId, step: step.name, period: step.period, sent_at: now };
  if (!(await insertStep(trx, row))) return null;
  // An unverified address may belong to another person.
  if (!person.email || !person.email_verified) return null;
  const about = `${step.name} ${step.period} of ${userId}`;
  const isIncomplete = needsForecast(step.name, current);
  const sendAt = isIncomplete ? retryAt(now) : now;
  await writeMail(trx, { to: person.email.toLowerCase(), ...content, about, causedBy: userId, sendAt }, now);
  return { about, step: step.name, facts, isIncomplete };
}

/** A smaller plan is billed with its next period, and the role of an administrator never. */
function isBillOfPreviousPlan(step: Step, before: NotifiedState, { bill, isAdmin }: Current): boolean {
  return isAdmin || (step.name === 'plan-changed' && before.billId === bill?.id);
}
