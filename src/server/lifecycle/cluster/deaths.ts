const windowMs = 60_000;
const mostDeaths = 10;
const firstWaitMs = 100;
const longestWaitMs = 10_000;

/** How soon a worker that died is replaced: each time later, and not at all where they die again and again. */
export class Deaths {
  readonly #now: () => number;
  #latest: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns milliseconds to wait for; null: this goes on too long */
  add(): number | null {
    const now = this.#now();
    this.#latest = [...this.#latest.filter((at) => now - at < windowMs), now];
    const { length } = this.#latest;
    if (length >= mostDeaths) return null;
    return Math.min(firstWaitMs * 2 ** (length - 1), longestWaitMs);
  }
}
