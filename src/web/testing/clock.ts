import { onTestFinished, vi } from 'vitest';

/** Frames stay real. */
const timed = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

const millisecondsPerTick = 25;

/**
 * Until the end of the test the page's timers and dates advance a millisecond every 25, so that responses are
 * rendered and nothing else becomes due on a busy machine. `vi.advanceTimersByTimeAsync` advances them.
 */
export function slowClock(): void {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: [...timed] });
  // Otherwise Vitest would advance 50 ms for each element query: more often on a busy machine.
  const hidden = vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
  const ticking = setInterval(() => vi.advanceTimersByTime(1), millisecondsPerTick);
  onTestFinished(() => {
    clearInterval(ticking);
    hidden.mockRestore();
    vi.useRealTimers();
  });
}

/** Until the end of the test the time advances by itself, and can be moved forward. */
export function installClock(): void {
  vi.useFakeTimers({ toFake: [...timed], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs the timers second by second: each may start the next one only after a render. */
export async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await nextFrame();
  }
}

/** Sets a later time; timers notice when they are due. */
export function skip(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** The system clock advances while the tab is suspended: its timers do not. */
export function suspendFor(milliseconds: number): void {
  skip(milliseconds);
  returnToTab();
}

/** Simulates returning to a tab. */
export function returnToTab(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
