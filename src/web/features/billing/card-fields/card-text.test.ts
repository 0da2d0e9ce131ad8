import { expect, test } from 'vitest';
import { caretIn, formatCvc, formatExpiry, formatNumber, readCard } from './card-text.ts';

test.each([
  ['', ''],
  ['4', '4'],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242-4242-4242', '4242 4242 4242 4242'],
  [' 4242 4242\t4242 4242\n', '4242 4242 4242 4242'],
  ['4000 0000 0000 0000 000 9999', '4000 0000 0000 0000 000'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['card 42', '42'],
])('the number %j is shown as %j', (text, shown) => {
  expect(formatNumber(text)).toBe(shown);
  expect(formatNumber(shown)).toBe(shown);
});

test.each([
  ['', ''],
  ['1', '1'],
  ['0', '0'],
  ['4', '04'],
  ['12', '12'],
  ['1/', '01'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['4/30', '04 / 30'],
  ['1 / 30', '01 / 30'],
  ['04/2030', '04 / 30'],
  ['042030', '04 / 30'],
  ['2030-04', '04 / 30'],
  ['04-30', '04 / 30'],
  ['12 / 301', '12 / 30'],
  // While the last digits are being deleted.
  ['12 / ', '12'],
  ['12 /', '12'],
])('the expiry %j is shown as %j', (text, shown) => {
  expect(formatExpiry(text)).toBe(shown);
  expect(formatExpiry(shown)).toBe(shown);
});

test('a CVC has four digits at most', () => {
  expect(formatCvc('12a345')).toBe('1234');
});

test.each([
  ['4242 4', 0, 0],
  ['4242 4', 4, 4],
  ['4242 4', 5, 6],
  ['4242 4', 9, 6],
  ['', 0, 0],
])('in %j the caret after %i digits is at %i', (text, digits, caret) => {
  expect(caretIn(text, digits)).toBe(caret);
});

const now = new Date(2026, 10, 22);
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

test('a whole card is read', () => {
  expect(readCard(good, now)).toEqual({
    number: '4242424242424242',
    exp_month: 12,
    exp_year: 2030,
    cvc: '123',
  });
  expect(readCard({ ...good, expiry: '11 / 26' }, now)).toMatchObject({ exp_month: 11, exp_year: 2026 });
});

test.each([
  [{ number: '' }, { number: 'Please enter the card number.' }],
  [{ number: '4242' }, { number: 'The card number is incomplete.' }],
  [{ number: '4242 4242 4242 4241' }, { number: 'The card number is not valid. Please check it.' }],
  [{ expiry: '' }, { expiry: 'Please enter the expiry date.' }],
  [{ expiry: '12' }, { expiry: 'The expiry date is incomplete.' }],
  [{ expiry: '12 / 3' }, { expiry: 'The expiry date is incomplete.' }],
  [{ expiry: '13 / 30' }, { expiry: 'The month must be from 01 to 12.' }],
  [{ expiry: '00 / 30' }, { expiry: 'The month must be from 01 to 12.' }],
  [{ cvc: '' }, { cvc: 'Please enter the CVC.' }],
  [{ cvc: '12' }, { cvc: 'The CVC is incomplete.' }],
  [{ expiry: '10 / 26' }, { expiry: 'Your card has expired. Please use a different card.' }],
])('the message for %j is %j', (fields, problem) => {
  expect(() => readCard({ ...good, ...fields }, now)).toThrow(
    expect.objectContaining({ code: 'invalid_input', fields: problem }),
  );
});

test('all problems of a card are reported at once, in the order of the fields', () => {
  expect(() => readCard({ number: '', expiry: '10 / 26', cvc: '1' }, now)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: 'Please enter the card number.',
      fields: {
        number: 'Please enter the card number.',
        expiry: 'Your card has expired. Please use a different card.',
        cvc: 'The CVC is incomplete.',
      },
    }),
  );
});
