import { expect, test } from 'vitest';
import { CrashCounter } from './crash-counter.ts';

test('the restart delay grows with each crash, and ten within a minute are too many', () => {
  let now = 0;
  const deaths = new CrashCounter(() => now);
  expect(deaths.add()).toBe(100);
  now += 61_000;
  const waits = Array.from({ length: 10 }, () => deaths.add());
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, null]);
  now += 61_000;
  expect(deaths.add()).toBe(100);
});

test('ends that may be waited out only increase the delay', () => {
  let now = 0;
  const deaths = new CrashCounter(() => now);
  for (let tries = 0; tries < 50; tries += 1) {
    expect(deaths.add(false)).toBe(Math.min(100 * 2 ** tries, 10_000));
  }
  expect(deaths.add()).toBe(10_000);
  now += 61_000;
  expect(deaths.add(false)).toBe(100);
});
