import { expect, test } from 'vitest';
import { calculateBill } from './bill.ts';

const now = new Date(2026, 10, 22, 12);
const offer = { amount: 1999, currency: 'usd', trialDays: 0 };
const onTrial = { ...offer, trialDays: 7 };
const off = (discountAmount: number, discountedPayments: number | null) => ({
  discountAmount,
  finalAmount: 1999 - discountAmount,
  discountedPayments,
});

test.each([
  ['the price', offer, null, 1999, 'Then $19.99/month. Next payment on Dec 22, 2026.'],
  ['less for ever', offer, off(500, null), 1499, 'Then $14.99/month. Next payment on Dec 22, 2026.'],
  ['less once', offer, off(500, 1), 1499, 'Then $19.99/month. Next payment on Dec 22, 2026.'],
  [
    'a month for nothing',
    offer,
    off(1999, 1),
    0,
    'First month free, then $19.99/month. First payment on Dec 22, 2026.',
  ],
  [
    'a trial and a month for nothing',
    onTrial,
    off(1999, 1),
    0,
    '7 days and the first month free, then $19.99/month. First payment on Dec 29, 2026.',
  ],
  [
    'less for two months',
    offer,
    off(500, 2),
    1499,
    'Then $14.99 for a month, then $19.99/month. Next payment on Dec 22, 2026.',
  ],
  [
    'less for three months',
    offer,
    off(500, 3),
    1499,
    'Then $14.99/month for 2 months, then $19.99/month. Next payment on Dec 22, 2026.',
  ],
  ['a trial', onTrial, null, 0, '7 days free, then $19.99/month. First payment on Nov 29, 2026.'],
  [
    'a trial of a day',
    { ...offer, trialDays: 1 },
    null,
    0,
    '1 day free, then $19.99/month. First payment on Nov 23, 2026.',
  ],
  [
    'a trial, then less for ever',
    onTrial,
    off(500, null),
    0,
    '7 days free, then $14.99/month. First payment on Nov 29, 2026.',
  ],
  [
    'a trial, then less once',
    onTrial,
    off(500, 1),
    0,
    '7 days free, then $14.99 for a month, then $19.99/month. First payment on Nov 29, 2026.',
  ],
  [
    'a code that takes nothing off',
    onTrial,
    off(0, 1),
    0,
    '7 days free, then $19.99/month. First payment on Nov 29, 2026.',
  ],
] as const)('%s', (_name, terms, discount, today, later) => {
  expect(calculateBill(terms, discount, now)).toMatchObject({ today, later });
});

test('a wallet pays the first payment immediately, without the trial', () => {
  expect(calculateBill(onTrial, off(500, 1), now).first).toBe(1499);
});

test.each([
  [new Date(2026, 0, 31, 12), 'Feb 28, 2026'],
  [new Date(2027, 11, 31, 12), 'Jan 31, 2028'],
])('a month after %s is %s', (start, date) => {
  expect(calculateBill(offer, null, start).later).toContain(date);
});
