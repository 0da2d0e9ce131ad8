import { expect, test } from 'vitest';
import { axisEnd, linePaths } from './scale.ts';

test.each([
  [0, 1000, 1],
  [1, 1000, 1],
  [3, 1000, 5],
  [99, 1000, 100],
  [501, 1000, 1000],
  [1_200, 1000, 2_000],
  [1_400_000, 1000, 2_000_000],
  [700, 1024, 1024],
  [5 * 1024 ** 3, 1024, 5 * 1024 ** 3],
] as const)('an axis that holds %i, by steps of %i, ends at %i', (greatest, thousand, end) => {
  expect(axisEnd(greatest, thousand)).toBe(end);
});

test('an axis fits any value', () => {
  for (let value = 1; value < 1e15; value *= 3) expect(axisEnd(value, 1024)).toBeGreaterThanOrEqual(value);
});

test('a line has gaps for days without data', () => {
  expect(linePaths([null, 0, 5, null, 10], 10)).toEqual(['M1.5 100L2.5 50', 'M4.5 0']);
  expect(linePaths([null, null], 10)).toEqual([]);
});
