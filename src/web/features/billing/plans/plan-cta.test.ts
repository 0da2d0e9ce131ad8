import { expect, test } from 'vitest';
import { adminSubscription, type Subscription } from '#shared/billing/billing.ts';
import { planLimits } from '#shared/billing/plans.ts';
import { findBilledPlan } from '../current-plan/billed-plan.ts';
import { type PlanCta, type PlanFacts, planCta } from './plan-cta.ts';

const now = Date.UTC(2026, 4, 1);
const billed = (fields: Partial<Subscription> = {}): Subscription => ({
  id: 'subscription',
  subscriptionId: 'subscription',
  status: 'active',
  isTrialActive: false,
  trialEnd: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: new Date(now + 1_000).toISOString(),
  priceId: 'price',
  tier: 'pro',
  planLimits: planLimits('pro'),
  isAdmin: false,
  ...fields,
});
const indie = billed({ tier: 'indie', priceId: null, currentPeriodEnd: null });
/** If the operator sells it, or sold it. */
const paidIndie = billed({ tier: 'indie' });
const facts: PlanFacts = {
  service: 'stripe',
  current: null,
  billed: null,
  isSold: true,
  isUnreachable: false,
};
const pro = billed();
const ofPro = { current: pro, billed: pro };
const reason = (text: string) => ({ to: 'nothing', reason: text }) as const;

test.each<[string, Partial<PlanFacts>, PlanCta]>([
  ['without a plan it is bought', {}, { to: 'checkout' }],
  ['with the free plan it is bought', { current: indie }, { to: 'checkout' }],
  [
    'with an Indie that is paid it is changed to',
    { current: paidIndie, billed: findBilledPlan([paidIndie], now) },
    { to: 'change', label: 'Upgrade to Pro+' },
  ],
  ['with a smaller plan that is paid it is changed to', ofPro, { to: 'change', label: 'Upgrade to Pro+' }],
  [
    'the plan one has is managed',
    { current: billed({ tier: 'pro-plus' }), billed: billed({ tier: 'pro-plus' }) },
    { to: 'management', label: 'Manage Plan' },
  ],
  [
    'with a larger one it is a downgrade',
    { billed: billed({ tier: 'enterprise' }) },
    { to: 'change', label: 'Downgrade to Pro+' },
  ],
  [
    'a plan that nobody pays for here is changed by whoever gave it',
    { billed: billed({ tier: 'enterprise', priceId: null }) },
    reason('You have Enterprise. Contact us to change it.'),
  ],
  [
    'with an open payment nothing is changed',
    { billed: billed({ status: 'past_due' }) },
    reason('A payment for Pro is open. You can change the plan once it is paid.'),
  ],
  [
    'administrators need none',
    { current: adminSubscription, service: null },
    reason('Administrators have all permissions and need no plan.'),
  ],
  ['nobody can pay', { service: null, ...ofPro }, reason('Payments are not set up on this server.')],
  [
    'nothing can be read',
    { isUnreachable: true },
    reason('Subscription service is temporarily unavailable. Please try again later.'),
  ],
  ['it is not sold', { isSold: false }, reason('This plan is not for sale.')],
  ['it is not known whether it is sold', { isSold: undefined }, { to: 'waiting' }],
  [
    'a plan is changed before that is known',
    { isSold: undefined, ...ofPro },
    { to: 'change', label: 'Upgrade to Pro+' },
  ],
  ['it is not known what one has', { current: undefined }, { to: 'waiting' }],
  ['it is not known how one pays', { service: undefined }, { to: 'waiting' }],
])('%s', (_name, more, way) => {
  expect(planCta('pro-plus', { ...facts, ...more })).toEqual(way);
});

test.each<[string, Subscription[] | undefined, number | null]>([
  ['nothing', [], null],
  ['what is not known', undefined, null],
  ['the free plan', [indie], null],
  ['an Indie that is paid', [paidIndie], 0],
  ['a role', [adminSubscription], null],
  ['a plan that is paid, beside a role', [adminSubscription, pro], 1],
  ['a trial', [billed({ status: 'trialing', isTrialActive: true })], 0],
  ['a plan that was cancelled and goes on', [billed({ status: 'cancelled' })], 0],
  [
    'one that has ended',
    [billed({ status: 'cancelled', currentPeriodEnd: new Date(now).toISOString() })],
    null,
  ],
  [
    'one with an open payment',
    [billed({ status: 'past_due', currentPeriodEnd: new Date(0).toISOString() })],
    0,
  ],
  ['one whose payment is tried no more', [billed({ status: 'unpaid' })], null],
  ['one that stands still since its trial', [billed({ status: 'paused' })], null],
  ['one that was never paid', [billed({ status: 'incomplete_expired', currentPeriodEnd: null })], null],
])('findBilledPlan with %s', (_name, subscriptions, index) => {
  expect(findBilledPlan(subscriptions, now)).toBe(index === null ? null : subscriptions?.[index]);
});
