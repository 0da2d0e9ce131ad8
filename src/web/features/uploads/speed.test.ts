import { expect, test } from 'vitest';
import { addSample, formatSpeed, formatTimeLeft, percentOf, type Sample, speedOf } from './speed.ts';

const collect = (...samples: Sample[]) => samples.reduce<Sample[]>(addSample, []);

test('speed is the average of the last five seconds', () => {
  const samples = collect(
    { at: 0, bytes: 0 },
    { at: 4_000, bytes: 100 },
    { at: 8_000, bytes: 4_100 },
    { at: 9_000, bytes: 5_100 },
  );
  expect(speedOf(samples)).toBe(1_000);
});

test('no speed is shown before half a second', () => {
  expect(speedOf([])).toBeNull();
  expect(speedOf(collect({ at: 0, bytes: 0 }, { at: 400, bytes: 900 }))).toBeNull();
});

test('repeated bytes do not make the speed negative', () => {
  const samples = collect({ at: 0, bytes: 0 }, { at: 1_000, bytes: 9_000 }, { at: 1_500, bytes: 4_000 });
  expect(samples).toEqual([{ at: 1_500, bytes: 4_000 }]);
});

test('remaining time is shown in a suitable unit', () => {
  expect(formatTimeLeft(500, 1_000)).toBe('about a second left');
  expect(formatTimeLeft(42_000, 1_000)).toBe('about 42 seconds left');
  expect(formatTimeLeft(120_000, 1_000)).toBe('about 2 minutes left');
  expect(formatTimeLeft(7_200_000, 1_000)).toBe('about 2 hours left');
});

test('remaining time is hidden without progress', () => {
  expect(formatTimeLeft(1_000, null)).toBe('');
  expect(formatTimeLeft(1_000, 0)).toBe('');
});

test('percent reaches 100 only at the end', () => {
  expect(percentOf(999_999, 1_000_000)).toBe(99);
  expect(percentOf(1_000_000, 1_000_000)).toBe(100);
  expect(percentOf(0, 0)).toBe(0);
});

test('speed is shown in MB with two decimals', () => {
  expect(formatSpeed(3_355_443)).toBe('3.20 MB/s');
});
