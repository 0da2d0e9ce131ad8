import type { Bounds, Release } from './bounds.ts';
import type { BoundsAnswer, BoundsQuestion } from './messages.ts';

/** In the first process: what one worker asks and holds. */
export class WorkerBounds {
  readonly #bounds: Bounds;
  readonly #send: (answer: BoundsAnswer) => void;
  readonly #held = new Map<number, Release>();
  #isGone = false;

  constructor(bounds: Bounds, send: (answer: BoundsAnswer) => void) {
    this.#bounds = bounds;
    this.#send = send;
  }

  async answer(question: BoundsQuestion): Promise<void> {
    const { kind, id } = question;
    if (question.ask === 'release') {
      this.#held.get(id)?.();
      this.#held.delete(id);
    } else if (question.ask === 'count') {
      const counted = await this.#bounds.count(question.name, question.key, question.windowMs);
      if (!this.#isGone) this.#send({ kind, id, counted });
    } else if (question.ask === 'is-free') {
      const free = await this.#bounds.isFree(question.places);
      if (!this.#isGone) this.#send({ kind, id, free });
    } else {
      const release = await (question.ask === 'hold'
        ? this.#bounds.hold(question.place)
        : this.#bounds.tryHold(question.places));
      // Its turn came when nobody was left to use it.
      if (this.#isGone) return release?.();
      if (release) this.#held.set(id, release);
      this.#send({ kind, id, held: release !== null });
    }
  }

  /** The worker has ended: what it held is free. */
  end(): void {
    this.#isGone = true;
    for (const release of this.#held.values()) release();
    this.#held.clear();
  }
}
