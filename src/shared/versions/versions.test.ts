import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isVersionNumber } from './version-number.ts';
import { nextVersionNumber, versionFields } from './versions.ts';

test.each([
  [[], '1.0'],
  [['1.0.0'], '1.1'],
  [['1.0.0', '1.1'], '1.2'],
  [['1.9'], '2.0'],
  [['1.10', '1.9'], '2.0'],
  [['2', '1.5'], '2.1'],
  [['0.9.7'], '1.0'],
  [['3.14.15'], '3.2'],
  [['beta', '2.0-rc1', '1..2', '.5', '٣', 'vv2', 'v'], '1.0'],
  [['v1.5'], '1.6'],
  [['1.5.0'], '1.6'],
  [['V2', '1.5'], '2.1'],
  [['beta', '1.0.0'], '1.1'],
  [['99999999999999999999', '1.0'], '1.1'],
] as const)('the number after %j is %s', (taken, next) => {
  expect(nextVersionNumber(taken)).toBe(next);
});

test.each([
  ['v1.5', '1.5'],
  [' V1.5 ', '1.5'],
  ['beta 2', 'beta 2'],
  ['v', 'v'],
  ['version 2', 'version 2'],
  ['vv2', 'vv2'],
  ['1.5\u0000\u0009-rc\u0085', '1.5-rc'],
  ['\u202e1.5', '1.5'],
  [' \u200b ', ''],
  ['', ''],
])('the typed version %j is stored as %j', (typed, stored) => {
  expect(z.parse(versionFields.version, typed)).toBe(stored);
});

test('a version that does not begin with a digit is shown unchanged', () => {
  expect(['1.5', '2-rc', 'beta 2', 'v1.5', ''].map(isVersionNumber)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the next number is unused and above every numeric one', () => {
  const number = fc.oneof(
    fc.stringMatching(/^\d{1,12}(\.\d{1,6}){0,3}$/),
    fc.string(),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map(String),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), (taken) => {
      const next = nextVersionNumber(taken);
      expect(next).toMatch(/^\d+\.\d$/);
      expect(taken).not.toContain(next);
      for (const value of taken.filter((each) => /^\d{1,12}(\.\d+)?$/.test(each)))
        expect(Number(next)).toBeGreaterThan(Number(value));
    }),
  );
});
