import type { Bounds, Counted, Place, Release } from './bounds.ts';
import type { BoundsAnswer, BoundsQuestion } from './messages.ts';

/** A question without what the asker adds. */
type Asked = BoundsQuestion extends infer Question
  ? Question extends BoundsQuestion
    ? Omit<Question, 'kind' | 'id'>
    : never
  : never;

/** The bounds of a worker: it asks the first process, by a channel that ends with either of them. */
export class AskedBounds implements Bounds {
  readonly #send: (question: BoundsQuestion) => void;
  readonly #waiting = new Map<number, (answer: BoundsAnswer) => void>();
  #asked = 0;

  constructor(send: (question: BoundsQuestion) => void) {
    this.#send = send;
  }

  /** To be told of each answer that comes. */
  hear(answer: BoundsAnswer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  async count(name: string, key: string, windowMs: number): Promise<Counted> {
    const { answer } = await this.#ask({ ask: 'count', name, key, windowMs });
    if (!('counted' in answer)) throw new Error('The first process answered something else.');
    return answer.counted;
  }

  async tryHold(places: readonly Place[]): Promise<Release | null> {
    const { id, answer } = await this.#ask({ ask: 'try-hold', places });
    return 'held' in answer && answer.held ? this.#releaseOf(id) : null;
  }

  async isFree(places: readonly Place[]): Promise<boolean> {
    const { answer } = await this.#ask({ ask: 'is-free', places });
    return 'free' in answer && answer.free;
  }

  async hold(place: Place): Promise<Release> {
    const { id } = await this.#ask({ ask: 'hold', place });
    return this.#releaseOf(id);
  }

  #ask(asked: Asked): Promise<{ id: number; answer: BoundsAnswer }> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve({ id, answer }));
      this.#send({ ...asked, kind: 'bounds', id });
    });
  }

  #releaseOf(id: number): Release {
    let isHeld = true;
    return () => {
      if (isHeld) this.#send({ kind: 'bounds', id, ask: 'release' });
      isHeld = false;
    };
  }
}
