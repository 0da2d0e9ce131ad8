import { expect, test } from 'vitest';
import { chooseCombinations, isTorture } from './trials.ts';

const seeds = [0, 1, 2, 3, 4, 5];

test.each([1, 2, 3, 5, 38])('of %i combinations each seed tries some, and all seeds try all', (count) => {
  const all = Array.from({ length: count }, (_, index) => index);
  const chosen = seeds.map((seed) => chooseCombinations(all, seed));
  expect(Math.min(...chosen.map(({ length }) => length))).toBeGreaterThan(0);
  expect([...new Set(chosen.flat())].sort((a, b) => a - b)).toEqual(all);
  if (count > 2 && !isTorture) expect(chosen[0]?.length).toBeLessThan(count);
});
