interface Entry<V> {
  key: string;
  value: V;
  bytes: number;
}

/** Keeps what was used lately, up to a number of bytes; what was not used for longest goes first. */
export class ByteLru<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxBytes: number;
  readonly #onGone: (key: string, value: V) => void;
  #bytes = 0;
  #newest: Entry<V> | null = null;

  /** @param onGone is told of each value that was pushed out, replaced or deleted, but not when all is cleared */
  constructor(maxBytes: number, onGone: (key: string, value: V) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#onGone = onGone;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    // What everybody asks for now is the newest nearly always; a long key is hashed for anything else.
    if (this.#newest?.key === key) return this.#newest.value;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#newest = entry;
    // A Map keeps the order of insertion, so taking an entry out and in again makes it the newest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** What is larger than the whole cache is not kept. */
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
