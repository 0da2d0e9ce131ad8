import type { LastBill, Stage } from '#server/db/schema/billing.ts';
import { plans, type Tier, unlimited } from '#shared/billing/plans.ts';
import type { Paragraph } from '../../mail/email-content.ts';
import type { Forecast } from '../lifecycle/forecast.ts';
import type { Owned } from '../lifecycle/owned-content.ts';

/** The data of the templates, as of the step. */
export interface TemplateData {
  publicUrl: string;
  tier: Tier;
  stage: Stage;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** The bill of the step; null without one. */
  bill: LastBill | null;
  forecast: Forecast;
  /** Whether the last payment of the bill failed. */
  wasUnpaid: boolean;
  deletesAt: Date | null;
  /** The current content; zero after a deletion. */
  owned: Owned;
  /** Whether the user was warned of the deletion. */
  wasWarned: boolean;
}

export const name = ({ tier }: TemplateData) => plans[tier].name;
export const account = ({ publicUrl }: TemplateData) => `${publicUrl}/profile`;
export const pricing = ({ publicUrl }: TemplateData) => `${publicUrl}/subscriptions#pricing`;

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

export function hasAny({ owned }: TemplateData): boolean {
  return owned.applications + owned.organizations > 0;
}

export function things({ owned: { applications, organizations } }: TemplateData): string {
  const parts = [
    ...(applications > 0 ? [count(applications, 'application')] : []),
    ...(organizations > 0 ? [count(organizations, 'organization')] : []),
  ];
  return `your ${parts.join(' and ')}`;
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isOne = ({ owned }: TemplateData) => owned.applications + owned.organizations === 1;
export const areIs = (facts: TemplateData) => (isOne(facts) ? 'is' : 'are');
export const itThem = (facts: TemplateData) => (isOne(facts) ? 'it' : 'them');

export function allowance({ tier }: TemplateData): string {
  const { maxApps, maxRevisions } = plans[tier];
  if (maxApps === unlimited) return 'You can publish an unlimited number of applications.';
  return `You can publish ${count(maxApps, 'application')} with ${count(maxRevisions, 'revision')} each.`;
}

/** The plan's limits, and the consequence of exceeding them. */
export function room(facts: TemplateData): Paragraph[] {
  const { maxApps } = plans[facts.tier];
  const { applications } = facts.owned;
  if (maxApps === unlimited || applications <= maxApps) return [allowance(facts)];
  const over = applications - maxApps;
  return [
    `${allowance(facts)} You have ${count(applications, 'application')}, which is ${over} more. All of them stay online and playable. You cannot add applications or revisions until you delete ${count(over, 'application')} or choose a larger plan. To add an application, delete one more.`,
  ];
}
