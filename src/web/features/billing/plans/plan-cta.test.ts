import { expect, test } from 'vitest';
import { adminSubscription, type Subscription } from '#shared/billing.ts';
import { planLimits } from '#shared/plans.ts';
import { findBilledPlan } from '../current-plan/billed-plan.ts';
import { type PlanFacts, type PlanCta, planCta } from './plan-cta.ts';

const now = Date.UTC(2026, 4, 1);
const held = (fields: Partial<Subscription> = {}): Subscription => ({
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
const indie = held({ tier: 'indie', priceId: null, currentPeriodEnd: null });
/** Where whoever runs this Flux sells it, or did. */
const paidIndie = held({ tier: 'indie' });
const facts: PlanFacts = {
  service: 'stripe',
  current: null,
  held: null,
  isSold: true,
  isUnreachable: false,
};
const pro = held();
const ofPro = { current: pro, held: pro };
const reason = (text: string) => ({ to: 'nothing', reason: text }) as const;

test.each<[string, Partial<PlanFacts>, PlanCta]>([
  ['without a plan it is bought', {}, { to: 'checkout' }],
  ['with the free plan it is bought', { current: indie }, { to: 'checkout' }],
  [
    'with an Indie that is paid it is changed to',
    { current: paidIndie, held: findBilledPlan([paidIndie], now) },
    { to: 'change', label: 'Upgrade to Pro+' },
  ],
  ['with a smaller plan that is paid it is changed to', ofPro, { to: 'change', label: 'Upgrade to Pro+' }],
  [
    'the plan one has is managed',
    { current: held({ tier: 'pro-plus' }), held: held({ tier: 'pro-plus' }) },
    { to: 'management', label: 'Manage Plan' },
  ],
  [
    'with a larger one it is a downgrade',
    { held: held({ tier: 'enterprise' }) },
    { to: 'change', label: 'Downgrade to Pro+' },
  ],
  [
    'a plan that nobody pays for here is changed by whoever gave it',
    { held: held({ tier: 'enterprise', priceId: null }) },
    reason('You have Enterprise. Write to us to change it.'),
  ],
  [
    'with an open payment nothing is changed',
    { held: held({ status: 'past_due' }) },
    reason('A payment for Pro is open. The plan can be changed once it is paid.'),
  ],
  [
    'administrators need none',
    { current: adminSubscription, service: null },
    reason('Administrators have every right already and need no plan.'),
  ],
  ['nobody can pay', { service: null, ...ofPro }, reason('Payments are not set up on this Flux.')],
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
  ['a trial', [held({ status: 'trialing', isTrialActive: true })], 0],
  ['a plan that was cancelled and goes on', [held({ status: 'cancelled' })], 0],
  [
    'one that has ended',
    [held({ status: 'cancelled', currentPeriodEnd: new Date(now).toISOString() })],
    null,
  ],
  [
    'one with an open payment',
    [held({ status: 'past_due', currentPeriodEnd: new Date(0).toISOString() })],
    0,
  ],
  ['one whose payment is tried no more', [held({ status: 'unpaid' })], null],
  ['one that stands still since its trial', [held({ status: 'paused' })], null],
  ['one that was never paid', [held({ status: 'incomplete_expired', currentPeriodEnd: null })], null],
])('of %s what is held', (_name, subscriptions, index) => {
  expect(findBilledPlan(subscriptions, now)).toBe(index === null ? null : subscriptions?.[index]);
});
