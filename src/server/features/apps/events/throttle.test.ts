import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Throttle } from './throttle.ts';

const work = vi.fn();
let throttle: Throttle;

beforeEach(() => {
  vi.useFakeTimers();
  work.mockReset();
  throttle = new Throttle(work, { gatherMs: 100, restMs: 1_000 });
});
afterEach(() => {
  throttle.close();
  vi.useRealTimers();
});

test('what is asked for at once is done once, and soon', () => {
  throttle.ask();
  throttle.ask();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('however often it is asked for, it is done once in that time, and a last time for the last', () => {
  for (let asked = 0; asked < 50; asked += 1) {
    throttle.ask();
    vi.advanceTimersByTime(60);
  }
  // At 100, 1,100 and 2,100 of 3,000 milliseconds.
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(4);
});

test('after a while of nothing it is done soon again', () => {
  throttle.ask();
  vi.advanceTimersByTime(5_000);
  throttle.ask();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what was asked for is not done after the end', () => {
  throttle.ask();
  throttle.close();
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
});
