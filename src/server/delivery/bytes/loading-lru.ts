import { ByteLru } from '#server/platform/byte-lru.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** A `ByteLru` of what is loaded when it is first asked for. Many who ask at once wait for one loading. */
export class LoadingLru<V extends object> {
  readonly #entries: ByteLru<MaybePromise<V>>;

  constructor(maxBytes: number) {
    this.#entries = new ByteLru(maxBytes);
  }

  get(key: string): MaybePromise<V> | undefined {
    return this.#entries.get(key);
  }

  /** Loads and keeps a value in place of the one there may be. What fails is not kept, nor what is deleted meanwhile. */
  load(key: string, bytes: number, load: () => Promise<V>): Promise<V> {
    const loading = load();
    this.#entries.set(key, loading, bytes);
    const isKept = () => this.#entries.get(key) === loading;
    loading.then(
      (value) => isKept() && this.#entries.set(key, value, bytes),
      () => isKept() && this.#entries.delete(key),
    );
    return loading;
  }

  /** Counts a value that has grown, or shrunk, as so many bytes; one that is not kept any more stays gone. */
  weigh(key: string, value: V, bytes: number): void {
    if (this.#entries.get(key) === value) this.#entries.set(key, value, bytes);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
