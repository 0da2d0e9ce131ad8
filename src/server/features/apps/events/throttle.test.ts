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

test('simultaneous requests run the work once, soon', () => {
  throttle.request();
  throttle.request();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('repeated requests run the work once per interval, and once more at the end', () => {
  for (let asked = 0; asked < 50; asked += 1) {
    throttle.request();
    vi.advanceTimersByTime(60);
  }
  // At 100, 1,100 and 2,100 of 3,000 milliseconds.
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(4);
});

test('after a pause the work runs soon again', () => {
  throttle.request();
  vi.advanceTimersByTime(5_000);
  throttle.request();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});

test('requested work does not run after close', () => {
  throttle.request();
  throttle.close();
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
});
