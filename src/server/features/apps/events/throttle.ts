export interface ThrottleTimes {
  /** Requests within this time are merged. */
  gatherMs: number;
  /** So long nothing is done again at least. */
  restMs: number;
}

/** Does its work soon after it is asked to, and then not again for a while, however often it is asked. */
export class Throttle {
  readonly #work: () => void;
  readonly #times: ThrottleTimes;
  #timer: NodeJS.Timeout | null = null;
  #doneAt = Number.NEGATIVE_INFINITY;

  constructor(work: () => void, times: ThrottleTimes) {
    this.#work = work;
    this.#times = times;
  }

  request(): void {
    const { gatherMs, restMs } = this.#times;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        this.#doneAt = performance.now();
        this.#work();
      },
      Math.max(gatherMs, this.#doneAt + restMs - performance.now()),
    );
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
