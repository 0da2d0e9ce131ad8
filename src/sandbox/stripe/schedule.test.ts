import { expect, test } from 'vitest';
import { addMonths, nextRetry, periodEnd } from './schedule.ts';

const seconds = (text: string) => Date.parse(`${text}Z`) / 1000;
const text = (at: number) => new Date(at * 1000).toISOString().slice(0, 16);

test.each([
  ['2026-01-15T10:30', 1, '2026-02-15T10:30'],
  ['2026-01-31T10:30', 1, '2026-02-28T10:30'],
  ['2028-01-31T10:30', 1, '2028-02-29T10:30'],
  ['2026-01-31T10:30', 2, '2026-03-31T10:30'],
  ['2026-12-31T23:59', 2, '2027-02-28T23:59'],
  ['2026-03-31T00:00', 12, '2027-03-31T00:00'],
])('%s and %i months is %s', (start, count, expected) => {
  expect(text(addMonths(seconds(start), count))).toBe(expected);
});

test('monthly periods keep the first day of the month through short months', () => {
  const anchor = seconds('2026-01-31T08:00');
  const ends = [anchor];
  for (let month = 0; month < 5; month += 1) ends.push(periodEnd(anchor, ends.at(-1) ?? 0));
  expect(ends.map(text)).toEqual([
    '2026-01-31T08:00',
    '2026-02-28T08:00',
    '2026-03-31T08:00',
    '2026-04-30T08:00',
    '2026-05-31T08:00',
    '2026-06-30T08:00',
  ]);
});

test('a failed renewal is retried after three, five and seven days, then never', () => {
  expect([1, 2, 3, 4].map((attempts) => nextRetry(attempts, 0))).toEqual([
    3 * 86_400,
    5 * 86_400,
    7 * 86_400,
    null,
  ]);
});
