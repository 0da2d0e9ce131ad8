import { expect, test } from 'vitest';
import { priceOf } from './use-catalogue.ts';

const product = (tier: 'pro' | 'pro-plus', cents: number, id = `price_${tier}`) => ({
  id: `prod_${tier}`,
  name: tier,
  prices: [{ id, unit_amount: cents, currency: 'usd', tier }],
});

test('a plan costs what the catalogue says', () => {
  const products = [product('pro-plus', 9900), product('pro', 2100), product('pro', 1900, 'price_older')];
  expect(priceOf(products, 'pro')).toEqual({ id: 'price_pro', amount: 2100, currency: 'usd' });
  expect(priceOf(products, 'pro-plus')).toEqual({ id: 'price_pro-plus', amount: 9900, currency: 'usd' });
});

test.each([
  ['is not known', undefined],
  ['is empty', []],
  ['has another plan', [product('pro-plus', 1)]],
])('if the catalogue %s, the known price is shown and nobody can buy', (_name, products) => {
  expect(priceOf(products, 'pro')).toEqual({ id: null, amount: 1999, currency: 'usd' });
});

test('Pro+ has its own', () => {
  expect(priceOf(undefined, 'pro-plus')).toEqual({ id: null, amount: 9999, currency: 'usd' });
});
