/** A new transfer is not the slowest before its first bytes had time to arrive. */
export const creditBytes = 4_096;
/** A rate is measured over this time at least and twice this time at most. */
export const rateWindowMs = 5_000;

/** Bytes that were counted at a moment. */
interface Mark {
  at: number;
  bytes: number;
}

/** One direction of a connection, from the moment at which the peer has to move bytes. */
export class Transfer {
  /** The rate is known from this moment on. */
  readonly #judgedAt: number;
  #movedAt: number;
  #bytes: number;
  /** The start of the rate, and its next start. */
  #older: Mark;
  #newer: Mark;
  /** The start of the current window of the rules. */
  #window: Mark;

  /** @param graceMs how long the peer may move nothing before it counts as slow */
  constructor(at: number, bytes: number, graceMs: number) {
    this.#judgedAt = at + graceMs;
    this.#movedAt = at;
    this.#bytes = bytes;
    this.#older = this.#newer = this.#window = { at, bytes };
  }

  /** Takes the current value of the counter. */
  record(at: number, bytes: number): void {
    if (bytes !== this.#bytes) this.#movedAt = at;
    this.#bytes = bytes;
    if (at - this.#newer.at < rateWindowMs) return;
    this.#older = this.#newer;
    this.#newer = { at, bytes };
  }

  isJudged(now: number): boolean {
    return now >= this.#judgedAt;
  }

  stalledMs(now: number): number {
    return now - this.#movedAt;
  }

  /** Bytes a millisecond of the last seconds, roughly. */
  rate(now: number): number {
    return (this.#bytes - this.#older.bytes + creditBytes) / Math.max(1, now - this.#older.at);
  }

  /**
   * Begins the next window once the current one is over.
   * @returns the bytes moved in the window that ended, null while it lasts
   */
  endWindow(now: number, lengthMs: number): number | null {
    if (now - this.#window.at < lengthMs) return null;
    const moved = this.#bytes - this.#window.bytes;
    this.#window = { at: now, bytes: this.#bytes };
    return moved;
  }
}
