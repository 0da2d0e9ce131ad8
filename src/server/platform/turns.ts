/**
 * Lets what many may want at the same moment happen by turns: so much in one turn of the event loop, first come first
 * served. Whoever wants something else waits for that, and not for all of them.
 */
export class Turns {
  readonly #most: () => number;
  readonly #waiting: { amount: number; resolve(): void }[] = [];
  #left: number;
  #isTurning = false;

  /** @param most how much may happen in a turn, asked for anew in each */
  constructor(most: () => number) {
    this.#most = most;
    this.#left = most();
  }

  /** Takes a turn where nobody has to be waited for. */
  takeNow(amount: number): boolean {
    this.#turnSoon();
    if (this.#waiting.length > 0 || this.#left <= 0) return false;
    this.#left -= amount;
    return true;
  }

  /** Null where it is one's turn. */
  take(amount: number): Promise<void> | null {
    if (this.takeNow(amount)) return null;
    return new Promise((resolve) => this.#waiting.push({ amount, resolve }));
  }

  #turnSoon(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurning = false;
    this.#left = this.#most();
    while (this.#left > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#left -= next.amount;
      next.resolve();
    }
    this.#turnSoon();
  }
}
