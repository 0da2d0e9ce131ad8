import { ByteLru } from '../platform/byte-lru.ts';

interface TtlCacheOptions {
  maxBytes: number;
  milliseconds: number;
  now: () => number;
}

/** A cache with a time to live and a size limit. */
export class TtlCache<Value> {
  readonly #entries: ByteLru<{ value: Value; endsAt: number }>;
  readonly #options: TtlCacheOptions;

  constructor(options: TtlCacheOptions) {
    this.#entries = new ByteLru(options.maxBytes);
    this.#options = options;
  }

  get(key: string): Value | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    if (entry.endsAt > this.#options.now()) return entry.value;
    this.#entries.delete(key);
    return null;
  }

  set(key: string, value: Value, bytes: number): void {
    this.#entries.set(key, { value, endsAt: this.#options.now() + this.#options.milliseconds }, bytes);
  }

  clear(): void {
    this.#entries.clear();
  }
}
