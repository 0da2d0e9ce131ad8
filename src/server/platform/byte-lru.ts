interface Entry<V> {
  key: string;
  value: V;
  bytes: number;
}

/** A cache with a maximum number of bytes that evicts the least recently used values. */
export class ByteLru<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxBytes: number;
  readonly #onGone: (key: string, value: V) => void;
  #bytes = 0;
  #newest: Entry<V> | null = null;

  /** @param onGone is called with each evicted, replaced or deleted value, but not on `clear` */
  constructor(maxBytes: number, onGone: (key: string, value: V) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#onGone = onGone;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    // The newest entry is requested most; comparing keys avoids hashing a long one.
    if (this.#newest?.key === key) return this.#newest.value;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#newest = entry;
    // A Map keeps insertion order, so deleting and inserting an entry makes it the newest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** A value larger than the whole cache is not stored. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    const entry = { key, value, bytes };
    this.#newest = entry;
    this.#entries.set(key, entry);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    if (this.#newest === entry) this.#newest = null;
    this.#bytes -= entry.bytes;
    this.#onGone(key, entry.value);
  }

  clear(): void {
    this.#entries.clear();
    this.#newest = null;
    this.#bytes = 0;
  }
}
