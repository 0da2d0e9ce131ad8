import type { Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../schema.ts';
import type { findUser } from '../../accounts/store.ts';
import { writeMail } from '../../mail/write.ts';
import { letters } from '../life-letters/letters.ts';
import type { Facts } from '../life-letters/words.ts';
import type { Holdings } from './holdings.ts';
import { insertStep, wasTold } from './store.ts';
import type { Current, Step, Told } from './told.ts';

type Person = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * Writes down that somebody is told a step, and writes the mail, if there is something to say and an address that is
 * theirs.
 * @returns whether a mail was written
 */
export async function tellStep(
  { config }: Context,
  trx: Transaction<Tables>,
  holdings: Holdings,
  {
    person,
    step,
    before,
    told,
    current,
    now,
  }: { person: Person; step: Step; before: Told; told: Told; current: Current; now: Date },
): Promise<boolean> {
  const userId = person.id;
  const warning = { userId, step: 'deletion-tomorrow', period: step.period };
  const facts: Facts = {
    publicUrl: config.publicUrl,
    tier: current.isAdmin ? 'elevated' : current.tier,
    stage: told.stage === 'unseen' || told.stage === 'deleted' ? current.stage : told.stage,
    trialEndsAt: current.trialEndsAt,
    periodEndsAt: current.periodEndsAt,
    bill: isOfThePlanBefore(step, before, current) ? null : current.bill,
    wasUnpaid: current.bill !== null && !current.bill.isPaid && current.bill.attempts > 0,
    deletesAt: told.deletesAt,
    owned: await holdings.count(trx, userId),
    wasWarned: step.name === 'deleted' && (await wasTold(trx, warning)),
  };
  const letter = letters[step.name](facts);
  if (letter === null) return false;
  const row = { user_id: userId, step: step.name, period: step.period, told_at: now };
  if (!(await insertStep(trx, row))) return false;
  // An address that was never confirmed may be somebody else's.
  if (!person.email || !person.email_verified) return false;
  const about = `${step.name} ${step.period} of ${userId}`;
  await writeMail(trx, { to: person.email.toLowerCase(), ...letter, about, causedBy: userId }, now);
  return true;
}

/** A smaller plan is billed with its next period, and the role of an administrator never. */
function isOfThePlanBefore(step: Step, before: Told, { bill, isAdmin }: Current): boolean {
  return isAdmin || (step.name === 'plan-changed' && before.billId === bill?.id);
}
