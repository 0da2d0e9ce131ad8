const windowMs = 60_000;
const mostDeaths = 10;
const firstWaitMs = 100;
const longestWaitMs = 10_000;

/** How soon a worker is replaced at its place: each time later, and not at all where it dies again and again. */
export class Deaths {
  readonly #now: () => number;
  #latest: { at: number; counts: boolean }[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param counts false for an end that may be waited out, however often: it only makes the wait longer
   * @returns milliseconds to wait for; null: this goes on too long
   */
  add(counts = true): number | null {
    const now = this.#now();
    this.#latest = [...this.#latest.filter(({ at }) => now - at < windowMs), { at: now, counts }];
    if (this.#latest.filter((death) => death.counts).length >= mostDeaths) return null;
    return Math.min(firstWaitMs * 2 ** (this.#latest.length - 1), longestWaitMs);
  }
}
