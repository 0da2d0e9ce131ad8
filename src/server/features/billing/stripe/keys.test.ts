import { expect, test } from 'vitest';
import { keyOf, orderKey } from './keys.ts';
import type { Order } from './port.ts';

const order: Order = {
  customerId: 'cus_1',
  priceId: 'price_1',
  paymentMethodId: 'pm_1',
  promotionId: null,
  trialDays: 7,
  userId: 'u',
  before: ['sub_1'],
};
const now = new Date('2026-11-22T10:01:00Z');

test('an order has the same key for some minutes', () => {
  expect(orderKey({ ...order }, new Date('2026-11-22T10:09:59Z'))).toBe(orderKey(order, now));
  expect(orderKey(order, new Date('2026-11-22T10:10:00Z'))).not.toBe(orderKey(order, now));
});

const others: Partial<Order>[] = [
  { customerId: 'cus_2' },
  { priceId: 'price_2' },
  { paymentMethodId: null },
  { paymentMethodId: 'pm_2' },
  { promotionId: 'promo_1' },
  { trialDays: 0 },
  { before: ['sub_1', 'sub_2'] },
];
test.each(others)('with %j the key differs', (change) => {
  expect(orderKey({ ...order, ...change }, now)).not.toBe(orderKey(order, now));
});

test('a key names its purpose and fits Stripe’s 255 characters', () => {
  expect(keyOf('customer', { name: 'x'.repeat(10_000) })).toMatch(/^flux-customer-[0-9a-f]{64}$/);
  expect(keyOf('customer', 1)).not.toBe(keyOf('order', 1));
});
