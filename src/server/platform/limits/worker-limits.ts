import type { LimitsRequest, LimitsResponse } from './messages.ts';
import type { Release, SharedLimits } from './shared-limits.ts';

/** In the primary process: answers the requests of one worker and keeps its permits. */
export class WorkerLimits {
  readonly #sharedLimits: SharedLimits;
  readonly #send: (answer: LimitsResponse) => void;
  readonly #held = new Map<number, Release>();
  #isGone = false;

  constructor(sharedLimits: SharedLimits, send: (answer: LimitsResponse) => void) {
    this.#sharedLimits = sharedLimits;
    this.#send = send;
  }

  async answer(question: LimitsRequest): Promise<void> {
    const { kind, id } = question;
    if (question.ask === 'release') {
      this.#held.get(id)?.();
      this.#held.delete(id);
    } else if (question.ask === 'count') {
      const rateCount = await this.#sharedLimits.count(question.name, question.key, question.windowMs);
      if (!this.#isGone) this.#send({ kind, id, rateCount });
    } else if (question.ask === 'is-free') {
      const free = await this.#sharedLimits.isFree(question.semaphores);
      if (!this.#isGone) this.#send({ kind, id, free });
    } else {
      const release = await (question.ask === 'acquire'
        ? this.#sharedLimits.acquire(question.semaphore)
        : this.#sharedLimits.tryAcquire(question.semaphores));
      // The worker ended while it waited.
      if (this.#isGone) return release?.();
      if (release) this.#held.set(id, release);
      this.#send({ kind, id, held: release !== null });
    }
  }

  /** Releases all permits of a worker that has ended. */
  end(): void {
    this.#isGone = true;
    for (const release of this.#held.values()) release();
    this.#held.clear();
  }
}
