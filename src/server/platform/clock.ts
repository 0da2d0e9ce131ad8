/** Where the time comes from, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: it stands still until it is moved. */
export class MovableClock implements Clock {
  #now: Date;

  constructor(start: Date = new Date()) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
