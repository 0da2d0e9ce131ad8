interface Entry<Value> {
  value: Value;
  bytes: number;
  endsAt: number;
}

interface KeptOptions {
  maxBytes: number;
  milliseconds: number;
  now: () => number;
}

/** Keeps what was made for a short while, and no more than there is room for: what was used longest ago goes first. */
export class Kept<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: KeptOptions;
  #bytes = 0;

  constructor(options: KeptOptions) {
    this.#options = options;
  }

  get(key: string): Value | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#remove(key);
    if (entry.endsAt <= this.#options.now()) return null;
    this.#put(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#options.maxBytes) return;
    this.#put(key, { value, bytes, endsAt: this.#options.now() + this.#options.milliseconds });
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.maxBytes) return;
      this.#remove(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #put(key: string, entry: Entry<Value>): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
