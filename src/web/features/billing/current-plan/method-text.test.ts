import { expect, test } from 'vitest';
import { expiryText, isExpired, methodName } from './method-text.ts';

test.each([
  ['visa', '4242', 'Visa ending in 4242'],
  ['mastercard', '4444', 'Mastercard ending in 4444'],
  ['amex', '0005', 'American Express ending in 0005'],
  ['cartes_bancaires', '1001', 'Cartes bancaires ending in 1001'],
  ['link', null, 'Link'],
])('%s %s is %s', (brand, last4, expected) => {
  expect(methodName({ brand, last4 })).toBe(expected);
});

test('a card is valid to the end of its month', () => {
  const card = { exp_month: 9, exp_year: 2026 };
  expect(expiryText(card)).toBe('09/2026');
  expect(isExpired(card, new Date(2026, 8, 30, 23))).toBe(false);
  expect(isExpired(card, new Date(2026, 9, 1))).toBe(true);
  expect(isExpired({ exp_month: 12, exp_year: 2025 }, new Date(2026, 0, 1))).toBe(true);
  const none = { exp_month: null, exp_year: null };
  expect([expiryText(none), isExpired(none, new Date())]).toEqual([null, false]);
});
