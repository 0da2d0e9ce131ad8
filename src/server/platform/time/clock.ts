/** The source of time, which tests can replace. */
export interface Clock {
  now(): Date;
}

/** One that tests move. */
export interface SettableClock extends Clock {
  moveTo(moment: Date): void | Promise<void>;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that changes only when moved. */
export class MovableClock implements SettableClock {
  #now: Date;

  constructor(start: Date = new Date()) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  moveTo(moment: Date): void {
    this.#now = new Date(moment);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
