import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readSubscription, removeScheduledEnd } from './read.ts';

const periodEnd = 1_800_000_000;

/** The fields that are read. */
const subscription = (cancel_at: number | null, cancel_at_period_end: boolean) =>
  ({
    id: 'sub_1',
    status: 'active',
    items: { data: [{ price: { id: 'price_1' }, current_period_end: periodEnd }] },
    discounts: [],
    metadata: {},
    trial_end: null,
    ended_at: null,
    latest_invoice: null,
    created: periodEnd - 1_000,
    cancel_at,
    cancel_at_period_end,
  }) as unknown as Stripe.Subscription;

test.each([
  ['by its mark', [periodEnd, true], true, periodEnd],
  ['in the portal of the flexible mode', [periodEnd, false], true, periodEnd],
  ['on a day before its period is over', [periodEnd - 500, false], true, periodEnd - 500],
  ['in a later period', [periodEnd + 500, false], false, periodEnd],
  ['not at all', [null, false], false, periodEnd],
] as const)('a plan ends %s', (_, [at, isMarked], isEnding, end) => {
  expect(readSubscription(subscription(at, isMarked))).toMatchObject({
    cancelAtPeriodEnd: isEnding,
    currentPeriodEndsAt: new Date(end * 1000),
  });
});

test.each([
  ['with none', {}, []],
  ['while it takes something off', { discounts: [{ promotion_code: 'promo_1' }] }, ['promo_1']],
  ['after that', { metadata: { promotionId: 'promo_1' } }, ['promo_1']],
  [
    'first, and after it each that was applied since',
    {
      metadata: { promotionId: 'promo_1' },
      discounts: [
        { promotion_code: 'promo_2' },
        { promotion_code: 'promo_1' },
        { promotion_code: { id: 'promo_3' } },
        { promotion_code: null },
      ],
    },
    ['promo_1', 'promo_2', 'promo_3'],
  ],
])('the promotion of a plan is known %s', (_, fields, ids) => {
  const bought = { ...subscription(null, false), ...fields } as unknown as Stripe.Subscription;
  expect(readSubscription(bought).promotionIds).toEqual(ids);
});

test('an end is withdrawn by the field that set it: Stripe refuses both at once', () => {
  expect(removeScheduledEnd(subscription(periodEnd, true))).toEqual({ cancel_at_period_end: false });
  expect(removeScheduledEnd(subscription(periodEnd, false))).toEqual({ cancel_at: '' });
  expect(removeScheduledEnd(subscription(null, false))).toEqual({ cancel_at_period_end: false });
});
