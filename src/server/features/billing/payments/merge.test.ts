import { describe, expect, test } from 'vitest';
import type { Tier } from '#shared/billing/plans.ts';
import type { PaidStatus, PaidSubscription } from '../stripe/port.ts';
import { currentPaid, isNeverPaid, isUsable, paidFields, replaces } from './merge.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const paid = (fields: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_1',
  status: 'active',
  priceId: 'price_pro',
  promotionIds: [],
  trialEndsAt: null,
  cancelAtPeriodEnd: false,
  currentPeriodEndsAt: at(31),
  endedAt: null,
  lastBill: null,
  createdAt: at(1),
  ...fields,
});
const tiers: Record<string, Exclude<Tier, 'elevated'>> = {
  price_pro: 'pro',
  price_old: 'pro',
  price_plus: 'pro-plus',
};
const tierOf = (priceId: string | null) => tiers[priceId ?? ''] ?? 'unknown';

describe('the stored subscription', () => {
  test.each<[string, Partial<PaidSubscription>, object]>([
    [
      'active',
      {},
      {
        payment_id: 'sub_1',
        status: 'active',
        tier: 'pro',
        is_trial_active: false,
        current_period_ends_at: at(31),
      },
    ],
    [
      'on trial',
      { status: 'trialing', trialEndsAt: at(8) },
      { status: 'trialing', is_trial_active: true, trial_ends_at: at(8) },
    ],
    ['ending', { cancelAtPeriodEnd: true }, { status: 'active', cancel_at_period_end: true }],
    [
      'over at its end',
      { status: 'canceled', endedAt: at(31) },
      { status: 'cancelled', current_period_ends_at: at(31) },
    ],
    [
      'over before its end',
      { status: 'canceled', endedAt: at(16) },
      { status: 'cancelled', current_period_ends_at: at(16) },
    ],
    ['unpaid', { status: 'past_due' }, { status: 'past_due', current_period_ends_at: at(31) }],
    ['at another price of the plan', { priceId: 'price_old' }, { tier: 'pro', price_id: 'price_old' }],
    ['at the price of another plan', { priceId: 'price_plus' }, { tier: 'pro-plus' }],
    ['at a price that nobody configured', { priceId: 'price_x' }, { tier: 'unknown', price_id: 'price_x' }],
    ['at no price', { priceId: null }, { tier: 'unknown', price_id: null }],
    ['without a period', { currentPeriodEndsAt: null }, { current_period_ends_at: null }],
  ])('for one that is %s', (_name, fields, expected) => {
    expect(paidFields(paid(fields), tierOf)).toMatchObject(expected);
  });
});

describe('of several subscriptions, the current one', () => {
  const older = (status: PaidStatus) => paid({ id: 'sub_old', status, createdAt: at(1) });
  const newer = (status: PaidStatus) => paid({ id: 'sub_new', status, createdAt: at(2) });
  test.each<[PaidStatus, PaidStatus, string | undefined]>([
    ['canceled', 'active', 'sub_new'],
    ['active', 'canceled', 'sub_old'],
    ['active', 'active', 'sub_new'],
    ['past_due', 'active', 'sub_new'],
    ['trialing', 'past_due', 'sub_old'],
    ['canceled', 'canceled', 'sub_new'],
    ['active', 'incomplete', 'sub_old'],
    ['canceled', 'incomplete', 'sub_old'],
    ['incomplete', 'incomplete_expired', undefined],
    ['unpaid', 'canceled', 'sub_old'],
    ['paused', 'incomplete', 'sub_old'],
  ])('one that is %s, and a newer one that is %s', (first, second, expected) => {
    const both = [older(first), newer(second)];
    expect(currentPaid(both)?.id).toBe(expected);
    expect(currentPaid(both.toReversed())?.id).toBe(expected);
  });
});

test.each<[PaidStatus, boolean, boolean]>([
  ['active', true, false],
  ['trialing', true, false],
  ['past_due', true, false],
  ['unpaid', false, false],
  ['paused', false, false],
  ['canceled', false, false],
  ['incomplete', false, true],
  ['incomplete_expired', false, true],
])('one that is %s: renewing %s, never paid %s', (status, goesOn, never) => {
  expect([isUsable(paid({ status })), isNeverPaid(paid({ status }))]).toEqual([goesOn, never]);
});

test.each<[string | null, PaidStatus, boolean]>([
  ['sub_1', 'canceled', true],
  [null, 'canceled', false],
  [null, 'active', true],
  [null, 'past_due', true],
  [null, 'unpaid', false],
  ['sub_0', 'canceled', false],
  ['sub_0', 'trialing', true],
])('replacing a stored %s subscription with sub_1 as %s: %s', (written, status, expected) => {
  expect(replaces({ payment_id: written }, paid({ status }))).toBe(expected);
});
