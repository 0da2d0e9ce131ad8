/** Reads the WebAssembly binary format forward; past the end every value is 0. */
export class WasmReader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Whether more was read than there is. */
  get overrun(): boolean {
    return this.at > this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at] ?? 0;
    this.at += 1;
    return value;
  }

  /** An unsigned LEB128 number of up to 64 bits; beyond 53 bits it is rounded. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) break;
    }
    return value;
  }

  name(): string {
    const length = this.number();
    const start = this.at;
    this.at += length;
    return this.#bytes.toString('utf8', start, this.at);
  }

  /** Skips a value type; a reference to a defined type has an index after the first byte. */
  skipType(): void {
    const first = this.byte();
    if (first === 0x63 || first === 0x64) this.number();
  }

  /** Reads limits and returns their flags. */
  limits(): number {
    const flags = this.byte();
    this.number();
    if ((flags & 1) !== 0) this.number();
    if ((flags & 8) !== 0) this.number();
    return flags;
  }
}
