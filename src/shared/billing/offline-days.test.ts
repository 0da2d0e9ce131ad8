import { expect, test } from 'vitest';
import { daysToDeletion, deletionAfter } from './offline-days.ts';

const day = 86_400_000;
const since = new Date('2026-03-01T12:00:00Z');

test('offline content is kept for thirty days', () => {
  expect(deletionAfter(since).toISOString()).toBe('2026-03-31T12:00:00.000Z');
});

test.each([
  [0, 30],
  [1, 30],
  [day, 29],
  [29 * day, 1],
  [30 * day - 1, 1],
  [30 * day, 0],
  [31 * day, 0],
])('after %i ms there are %i days left', (passed, days) => {
  const deletionAt = deletionAfter(since).toISOString();
  expect(daysToDeletion({ deletionAt }, since.getTime() + passed)).toBe(days);
});
