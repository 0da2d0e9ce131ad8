import { expect, test } from 'vitest';
import { parseForm } from './form.ts';

test.each([
  ['', {}],
  ['a=1&b=two+words&c=%E2%82%AC', { a: '1', b: 'two words', c: '€' }],
  ['card[number]=4242&card[exp][month]=1', { card: { number: '4242', exp: { month: '1' } } }],
  ['items[0][price]=a&items[1][price]=b', { items: [{ price: 'a' }, { price: 'b' }] }],
  ['expand[]=a&expand[]=b.c', { expand: ['a', 'b.c'] }],
  ['trial_settings[end]=', { trial_settings: { end: '' } }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  // Names that Stripe has none of.
  ['a b=1&c.d=2&[e]=3&f[g=4&h]=5', {}],
  ['a[1][2][3][4][5][6][7][8][9]=deep', {}],
])('%s', (text, expected) => {
  expect(parseForm(text)).toEqual(expected);
});

test('no field name reaches the prototype', () => {
  const params = parseForm('__proto__[admin]=1&constructor[prototype][admin]=1');
  expect(Reflect.get({}, 'admin')).toBeUndefined();
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
});
