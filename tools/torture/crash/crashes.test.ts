import { beforeAll, expect, test } from 'vitest';
import { countOf } from '#server/testing/measures/trials.ts';
import { type CrashReport, runCrashes } from './run.ts';

const count = countOf('crashes');
let report: CrashReport;

beforeAll(async () => {
  // Six times the promised time: other load may delay a single start.
  report = await runCrashes({ count, seed: 20_261, longestWorkMs: 2_500, readyWithinMs: 30_000 });
}, 400_000);

test(`a server killed ${count} times loses no acknowledged data, serves no wrong byte and leaves no orphans`, () => {
  expect(report.violations).toEqual([]);
  expect(Object.values(report.crashes).reduce((sum, times) => sum + times, 0)).toBe(count);
  expect(report.acknowledged.get('create')).toBeGreaterThan(0);
  expect(report.acknowledged.get('publish')).toBeGreaterThan(0);
  expect(report.cutOff.size).toBeGreaterThan(0);
});

test('the server is ready again within five seconds in the median, and within thirty each time', () => {
  // The median, for the same reason. `tools/torture/crashes.ts` checks each start against five seconds.
  const median = report.readyMs.toSorted((a, b) => a - b)[report.readyMs.length >> 1];
  expect(median).toBeLessThan(5_000);
  expect(Math.max(...report.readyMs)).toBeLessThan(30_000);
});

test('a start over the time limit is a violation', async () => {
  const { violations } = await runCrashes({ count: 0, seed: 1, longestWorkMs: 0, readyWithinMs: 0 });
  expect(violations).toEqual([expect.stringMatching(/^after the sweep: ready after \d+ ms, not within 0$/)]);
});
