import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';

test('a date is parsed from an ISO string and from seconds in either spelling', () => {
  expect(formatDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
  expect(formatDate({ seconds: 1795262400 })).toBe('Nov 21, 2026');
  expect(formatDate({ _seconds: 1795262400 })).toBe('Nov 21, 2026');
});

test('a missing and an invalid date are distinguished', () => {
  expect(formatDate(null)).toBe('Unknown date');
  expect(formatDate('')).toBe('Unknown date');
  expect(formatDate('yesterday')).toBe('Invalid date');
  expect(formatDate({})).toBe('Invalid date');
});
