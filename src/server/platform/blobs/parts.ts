import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BlobSizeError } from './blob-store.ts';

/** Consecutive bytes of a value that are sent, and resent, in one request. */
export interface Part {
  /** From 1. */
  number: number;
  bytes: Buffer;
}

/**
 * Splits a value into parts of `partBytes`; the last may be smaller, and an empty value has one.
 * @throws BlobSizeError before the last part if there are not exactly `size` bytes
 */
export async function* partsOf(
  key: string,
  body: Readable | Buffer,
  size: number,
  partBytes: number,
): AsyncGenerator<Part> {
  if (Buffer.isBuffer(body)) {
    if (body.length !== size) throw new BlobSizeError(key, size, String(body.length));
    for (let start = 0; start < size || start === 0; start += partBytes)
      yield { number: start / partBytes + 1, bytes: body.subarray(start, start + partBytes) };
    return;
  }
  let part = new Filling(size, partBytes, 1);
  let seen = 0;
  for await (const chunk of body) {
    let rest: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    seen += rest.length;
    if (seen > size) throw new BlobSizeError(key, size, 'more');
    while (rest.length > 0) {
      if (part.isFull) {
        yield part.whole();
        part = part.next();
      }
      rest = part.take(rest);
    }
  }
  if (seen !== size) throw new BlobSizeError(key, size, String(seen));
  yield part.whole();
}

/** A file in parts, like `partsOf`. */
export async function* partsOfFile(
  key: string,
  path: string,
  size: number,
  partBytes: number,
): AsyncGenerator<Part> {
  const handle = await open(path, 'r');
  try {
    yield* partsOf(
      key,
      handle.createReadStream({ highWaterMark: 1_048_576, autoClose: false }),
      size,
      partBytes,
    );
  } finally {
    await handle.close();
  }
}

class Filling {
  readonly #left: number;
  readonly #partBytes: number;
  readonly #number: number;
  readonly #bytes: Buffer;
  #filled = 0;

  constructor(left: number, partBytes: number, number: number) {
    this.#left = left;
    this.#partBytes = partBytes;
    this.#number = number;
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(left, partBytes));
  }

  get isFull(): boolean {
    return this.#filled === this.#bytes.length;
  }

  /** Takes what there is room for; answers the rest. */
  take(bytes: Buffer): Buffer {
    const taken = bytes.copy(this.#bytes, this.#filled);
    this.#filled += taken;
    return bytes.subarray(taken);
  }

  whole(): Part {
    return { number: this.#number, bytes: this.#bytes };
  }

  next(): Filling {
    return new Filling(this.#left - this.#bytes.length, this.#partBytes, this.#number + 1);
  }
}
