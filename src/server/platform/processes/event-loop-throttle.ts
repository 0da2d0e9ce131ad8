/**
 * Limits an amount of work for each turn of the event loop, first in, first out, so that other callbacks wait for one turn
 * and not for all queued work.
 */
export class EventLoopThrottle {
  readonly #most: () => number;
  readonly #waiting: { amount: number; resolve(): void }[] = [];
  #left: number;
  #isTurning = false;

  /** @param most the amount for each turn; called once a turn */
  constructor(most: () => number) {
    this.#most = most;
    this.#left = most();
  }

  /** Takes `amount` from this turn unless others wait. */
  takeNow(amount: number): boolean {
    this.#turnSoon();
    if (this.#waiting.length > 0 || this.#left <= 0) return false;
    this.#left -= amount;
    return true;
  }

  /** Returns null if the work may run now, otherwise a promise of its turn. */
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
