import { expect, test } from 'vitest';
import type { NextBill } from '#shared/billing/payments.ts';
import { billRemarks } from './next-bill.ts';

const bill: NextBill = { amountDue: 1999, discount: 0, tax: 0, creditUsed: 0, currency: 'usd' };

test.each<[string, Partial<NextBill>, string[]]>([
  ['the plain price', {}, []],
  ['a discount', { discount: 500 }, ['After a discount of $5.00.']],
  [
    'credit and tax',
    { creditUsed: 1000, tax: 160 },
    ['$10.00 is paid from your credit.', 'Includes $1.60 tax.'],
  ],
])('the next invoice explains its amount: %s', (_name, changed, expected) => {
  expect(billRemarks({ ...bill, ...changed })).toEqual(expected);
});
