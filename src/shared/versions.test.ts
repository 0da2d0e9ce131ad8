import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextVersionNumber } from './versions.ts';

test.each([
  [[], '1.0'],
  [['1.0.0'], '1.1'],
  [['1.0.0', '1.1'], '1.2'],
  [['1.9'], '2.0'],
  [['1.10', '1.9'], '2.0'],
  [['2', '1.5'], '2.1'],
  [['0.9.7'], '1.0'],
  [['3.14.15'], '3.2'],
  [['beta', 'v2', '2.0-rc1', '1..2', '.5', '٣'], '1.0'],
  [['beta', '1.0.0'], '1.1'],
  [['99999999999999999999', '1.0'], '1.1'],
] as const)('after %j comes %s', (taken, next) => {
  expect(nextVersionNumber(taken)).toBe(next);
});

test('the next number is never taken and above every numeric one', () => {
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
