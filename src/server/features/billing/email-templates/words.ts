import type { LastBill, Stage } from '#server/db/schema/billing.ts';
import { plans, type Tier, unlimited } from '#shared/billing/plans.ts';
import type { Paragraph } from '../../mail/letter.ts';
import type { Forecast } from '../lifecycle/forecast.ts';
import type { Owned } from '../lifecycle/owned-content.ts';

/** What the letters speak of, as it is when the step is told. */
export interface Facts {
  publicUrl: string;
  tier: Tier;
  stage: Stage;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** The one that the step is of; null where it has none. */
  bill: LastBill | null;
  forecast: Forecast;
  /** Of which the last attempt to have it paid failed. */
  wasUnpaid: boolean;
  deletesAt: Date | null;
  /** What they have now; of what was just deleted nothing. */
  owned: Owned;
  /** Whether they were told that something will be deleted. */
  wasWarned: boolean;
}

export const name = ({ tier }: Facts) => plans[tier].name;
export const account = ({ publicUrl }: Facts) => `${publicUrl}/profile`;
export const pricing = ({ publicUrl }: Facts) => `${publicUrl}/subscriptions#pricing`;

export function date(moment: Date | null): string {
  return moment === null
    ? 'a day to come'
    : moment.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
}

export function until(moment: Date | null, words: string): string {
  return moment === null ? '' : `${words} ${date(moment)}.`;
}

export function attempts(bill: LastBill | null): string {
  if (bill === null) return '';
  const { nextAttemptAt } = bill;
  const tried = bill.attempts === 1 ? 'This was the first attempt.' : `This was attempt ${bill.attempts}.`;
  return nextAttemptAt === null
    ? `${tried} It is not retried automatically.`
    : `${tried} It is retried on ${date(new Date(nextAttemptAt))}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function hasAny({ owned }: Facts): boolean {
  return owned.applications + owned.organizations > 0;
}

export function things({ owned: { applications, organizations } }: Facts): string {
  const parts = [
    ...(applications > 0 ? [count(applications, 'application')] : []),
    ...(organizations > 0 ? [count(organizations, 'organization')] : []),
  ];
  return `your ${parts.join(' and ')}`;
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isOne = ({ owned }: Facts) => owned.applications + owned.organizations === 1;
export const areIs = (facts: Facts) => (isOne(facts) ? 'is' : 'are');
export const itThem = (facts: Facts) => (isOne(facts) ? 'it' : 'them');

export function allowance({ tier }: Facts): string {
  const { maxApps, maxRevisions } = plans[tier];
  if (maxApps === unlimited) return 'You can publish an unlimited number of applications.';
  return `You can publish ${count(maxApps, 'application')} with ${count(maxRevisions, 'revision')} each.`;
}

/** What the plan allows, and what it means where somebody has more than that. */
export function room(facts: Facts): Paragraph[] {
  const { maxApps } = plans[facts.tier];
  const { applications } = facts.owned;
  if (maxApps === unlimited || applications <= maxApps) return [allowance(facts)];
  const over = applications - maxApps;
  return [
    `${allowance(facts)} You have ${count(applications, 'application')}, which is ${over} more. All of them stay online and playable. You cannot add applications or revisions until you delete ${count(over, 'application')} or choose a larger plan. To add an application, delete one more.`,
  ];
}
