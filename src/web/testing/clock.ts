import { onTestFinished, vi } from 'vitest';

/** Frames are left to the browser. */
const timed = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

const millisecondsPerTick = 25;

/**
 * Until the end of the test the page’s timers and dates pass a millisecond in 25, so that answers are shown and yet nothing
 * becomes due while a busy machine makes the test wait; `vi.advanceTimersByTimeAsync` lets time pass.
 */
export function slowClock(): void {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: [...timed] });
  // Each time that Vitest looks for an element, it would let 50 ms pass: more often on a busy machine.
  const hidden = vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
  const ticking = setInterval(() => vi.advanceTimersByTime(1), millisecondsPerTick);
  onTestFinished(() => {
    clearInterval(ticking);
    hidden.mockRestore();
    vi.useRealTimers();
  });
}

/** Until the end of the test the time goes on by itself, and can be moved forward. */
export function installClock(): void {
  vi.useFakeTimers({ toFake: [...timed], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs the timers second by second: each may lead to the next one only once the page is drawn anew. */
export async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await nextFrame();
  }
}

/** The time is a later one; timers learn of it when they are due. */
export function skip(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** The clock of the machine goes on while the tab stands still: its timers know nothing of it. */
export function sleepFor(milliseconds: number): void {
  skip(milliseconds);
  comeBack();
}

/** What a tab does that one comes back to. */
export function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
