const windowMs = 60_000;
const maxCrashes = 10;
const firstDelayMs = 100;
const maxDelayMs = 10_000;

/** The restart delay of a worker: longer each time, and none after too many crashes. */
export class CrashCounter {
  readonly #now: () => number;
  #latest: { at: number; counts: boolean }[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param counts false for an end that may be waited out: it only increases the delay
   * @returns milliseconds to wait; null after too many crashes
   */
  add(counts = true): number | null {
    const now = this.#now();
    this.#latest = [...this.#latest.filter(({ at }) => now - at < windowMs), { at: now, counts }];
    if (this.#latest.filter((death) => death.counts).length >= maxCrashes) return null;
    return Math.min(firstDelayMs * 2 ** (this.#latest.length - 1), maxDelayMs);
  }
}
