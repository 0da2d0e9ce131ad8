import { expect, test } from 'vitest';
import { applicationFields } from '#shared/apps/apps.ts';
import { versionFields } from '#shared/versions/versions.ts';
import { remainingLength, remainingLengthText } from './remaining-length.ts';
import { textLimitOf } from './text-limit.ts';

const said = (schema: Parameters<typeof textLimitOf>[0], text: string) => {
  const limit = textLimitOf(schema);
  const left = limit && remainingLength(limit, text);
  return limit && left !== null ? remainingLengthText(left, limit.most) : null;
};

test.each([
  [0, null],
  [4_500, null],
  [4_501, '499 of 5,000 characters left'],
  [4_999, '1 of 5,000 characters left'],
  [5_000, '0 of 5,000 characters left'],
  [5_001, '1 character over the limit of 5,000'],
  [6_234, '1,234 characters over the limit of 5,000'],
])('the remaining length of a long text is shown below a tenth: %d', (length, words) => {
  expect(said(applicationFields.description, 'a'.repeat(length))).toBe(words);
});

test('for a short text below fifty characters, and for a shorter one below half of it', () => {
  expect(said(applicationFields.name, 'a'.repeat(70))).toBeNull();
  expect(said(applicationFields.name, 'a'.repeat(71))).toBe('49 of 120 characters left');
  expect(said(versionFields.version, '1'.repeat(20))).toBeNull();
  expect(said(versionFields.version, '1'.repeat(21))).toBe('19 of 40 characters left');
});

test('only what the server counts is counted, and surrogate pairs count once as there', () => {
  expect(said(applicationFields.name, ` ${'a'.repeat(120)}  `)).toBe('0 of 120 characters left');
  expect(said(applicationFields.name, '🎮'.repeat(120))).toBe('0 of 120 characters left');
  expect(said(applicationFields.description, `${'a'.repeat(4_600)}\r\na`)).toBe(
    '398 of 5,000 characters left',
  );
});
