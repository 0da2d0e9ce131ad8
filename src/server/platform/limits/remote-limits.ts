import type { LimitsRequest, LimitsResponse } from './messages.ts';
import type { RateCount, Release, Semaphore, SharedLimits } from './shared-limits.ts';

/** A request without the fields that `#ask` adds. */
type RequestInput = LimitsRequest extends infer Question
  ? Question extends LimitsRequest
    ? Omit<Question, 'kind' | 'id'>
    : never
  : never;

/** In a worker process: sends each call to the primary process over their IPC channel. */
export class RemoteLimits implements SharedLimits {
  readonly #send: (question: LimitsRequest) => void;
  readonly #waiting = new Map<number, (answer: LimitsResponse) => void>();
  #lastId = 0;

  constructor(send: (question: LimitsRequest) => void) {
    this.#send = send;
  }

  /** Call it with each response of the primary process. */
  receive(answer: LimitsResponse): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  async count(name: string, key: string, windowMs: number): Promise<RateCount> {
    const { answer } = await this.#ask({ ask: 'count', name, key, windowMs });
    if (!('rateCount' in answer)) throw new Error('The primary process sent an unexpected response.');
    return answer.rateCount;
  }

  async tryAcquire(semaphores: readonly Semaphore[]): Promise<Release | null> {
    const { id, answer } = await this.#ask({ ask: 'try-acquire', semaphores });
    return 'held' in answer && answer.held ? this.#releaseOf(id) : null;
  }

  async isFree(semaphores: readonly Semaphore[]): Promise<boolean> {
    const { answer } = await this.#ask({ ask: 'is-free', semaphores });
    return 'free' in answer && answer.free;
  }

  async acquire(semaphore: Semaphore): Promise<Release> {
    const { id } = await this.#ask({ ask: 'acquire', semaphore });
    return this.#releaseOf(id);
  }

  #ask(input: RequestInput): Promise<{ id: number; answer: LimitsResponse }> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve({ id, answer }));
      this.#send({ ...input, kind: 'limits', id });
    });
  }

  #releaseOf(id: number): Release {
    let isHeld = true;
    return () => {
      if (isHeld) this.#send({ kind: 'limits', id, ask: 'release' });
      isHeld = false;
    };
  }
}
