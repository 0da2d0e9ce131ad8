const endOfHead = '\r\n\r\n';

/** Splits one HTTP message into its head, which is buffered until complete, and its body. */
export class HeadAndBody {
  #head: Buffer | null = Buffer.alloc(0);
  #passed = 0;

  /** `head` once, with the chunk that ends it; `offset` is the start of `body` in the body. */
  take(chunk: Buffer): { head: Buffer | null; body: Buffer; offset: number } {
    let head: Buffer | null = null;
    let body = chunk;
    if (this.#head) {
      const all = Buffer.concat([this.#head, chunk]);
      const end = all.indexOf(endOfHead);
      this.#head = end < 0 ? all : null;
      head = end < 0 ? null : all.subarray(0, end + endOfHead.length);
      body = end < 0 ? Buffer.alloc(0) : all.subarray(end + endOfHead.length);
    }
    const offset = this.#passed;
    this.#passed += body.length;
    return { head, body, offset };
  }
}
