import { LRUCache } from 'lru-cache';

/** A least-recently-used cache bounded by bytes. */
export class ByteLru<V extends object | string> {
  readonly #cache: LRUCache<string, V>;

  /** @param onRemove called for each value that is evicted, replaced, deleted or cleared */
  constructor(maxBytes: number, onRemove: (key: string, value: V) => void = () => {}) {
    this.#cache = new LRUCache({ maxSize: maxBytes, dispose: (value, key) => onRemove(key, value) });
  }

  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  get(key: string): V | undefined {
    return this.#cache.get(key);
  }

  /** A value that is larger than the cache is not stored, and deletes the previous one. */
  set(key: string, value: V, bytes: number): void {
    // The library keeps the size of a value that is set again, and takes no entry of size 0.
    if (this.#cache.peek(key) === value) this.#cache.delete(key);
    this.#cache.set(key, value, { size: Math.max(1, Math.ceil(bytes)) });
  }

  delete(key: string): void {
    this.#cache.delete(key);
  }

  clear(): void {
    this.#cache.clear();
  }
}
