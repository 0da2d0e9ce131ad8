import { beforeAll, expect, test } from 'vitest';
import { type CrashReport, runCrashes } from './run.ts';

const count = 20;
let report: CrashReport;

beforeAll(async () => {
  report = await runCrashes({ count, seed: 20_261, longestWorkMs: 1_200 });
}, 400_000);

test('a server killed 20 times loses nothing that it acknowledged, serves no wrong byte and leaves nothing', () => {
  expect(report.violations).toEqual([]);
  expect(Object.values(report.crashes).reduce((sum, times) => sum + times, 0)).toBe(count);
  expect(report.acknowledged.get('create')).toBeGreaterThan(0);
  expect(report.acknowledged.get('publish')).toBeGreaterThan(0);
  expect(report.cutOff.size).toBeGreaterThan(0);
});

test('it is ready again in five seconds', () => {
  // The median, because other tests share the machine.
  const median = report.readyMs.toSorted((a, b) => a - b)[report.readyMs.length >> 1];
  expect(median).toBeLessThan(5_000);
});
