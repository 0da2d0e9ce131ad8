import { expect, test } from 'vitest';
import type { Promotion } from '../stripe/port.ts';
import { applyPromotion, type PromotionFacts } from './promotion.ts';

const now = new Date('2026-05-01T00:00:00Z');
const quarter: Promotion = {
  id: 'promo_1',
  isActive: true,
  expiresAt: null,
  percentOff: 25,
  amountOff: null,
  currency: null,
  minimumAmount: null,
  firstTimeOnly: false,
  productIds: null,
  payments: null,
};
const facts: PromotionFacts = {
  amount: 1999,
  currency: 'usd',
  productId: 'prod_pro',
  now,
  isFirst: true,
  used: ['promo_0'],
};
const sum = (amountOff: number, currency = 'usd'): Partial<Promotion> => ({
  percentOff: null,
  amountOff,
  currency,
});

test.each<[string, Partial<Promotion>, Partial<PromotionFacts>, number, number]>([
  ['a quarter', {}, {}, 500, 1499],
  ['a quarter of more', {}, { amount: 9999 }, 2500, 7499],
  ['a third, rounded', { percentOff: 33.33 }, {}, 666, 1333],
  ['all', { percentOff: 100 }, {}, 1999, 0],
  ['a sum', sum(500), {}, 500, 1499],
  ['more than all', sum(5_000), {}, 1999, 0],
  ['nothing', { percentOff: 0 }, {}, 0, 1999],
  ['of nothing', {}, { amount: 0 }, 0, 0],
  ['until later', { expiresAt: new Date(now.getTime() + 1) }, {}, 500, 1499],
  ['for this plan', { productIds: ['prod_x', 'prod_pro'] }, {}, 500, 1499],
  ['for the first time', { firstTimeOnly: true }, {}, 500, 1499],
  ['from this price on', { minimumAmount: 1999 }, {}, 500, 1499],
])('%s', (_name, promotion, more, discountAmount, finalAmount) => {
  expect(applyPromotion({ ...quarter, ...promotion }, { ...facts, ...more })).toEqual({
    discountAmount,
    finalAmount,
    discountedPayments: null,
  });
});

test.each([1, 3, null])('the number of discounted payments is shown: %s', (payments) => {
  expect(applyPromotion({ ...quarter, payments }, facts)).toMatchObject({ discountedPayments: payments });
});

test.each<[string, Partial<Promotion> | null, Partial<PromotionFacts>]>([
  ['This promo code does not exist.', null, {}],
  ['This promo code has expired.', { expiresAt: now }, {}],
  ['This promo code has expired.', { expiresAt: now, isActive: false }, {}],
  ['This promo code is no longer valid.', { isActive: false }, {}],
  ['You have used this promo code already.', {}, { used: ['promo_0', 'promo_1'] }],
  ['This promo code is for a first subscription only.', { firstTimeOnly: true }, { isFirst: false }],
  ['This promo code is not for this plan.', { productIds: ['prod_x'] }, {}],
  ['This promo code is not for a plan of this price.', { minimumAmount: 2000 }, {}],
  ['This promo code is for another currency.', sum(500, 'eur'), {}],
])('%s', (problem, promotion, more) => {
  const given = promotion && { ...quarter, ...promotion };
  expect(applyPromotion(given, { ...facts, ...more })).toEqual({ problem });
});
