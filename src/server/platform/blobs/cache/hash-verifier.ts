import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BlobStore, BlobStoreError, type ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';

/**
 * The end of each transfer is withheld until the whole was verified. So a reader of damaged bytes sees an aborted
 * transfer, never a complete one.
 */
export const withheldBytes = 65_536;

/** Where a form is fetched from; asked only when it is. */
export type Source = () => Promise<BlobStore>;

/** Counts and hashes the bytes of a store. */
export class HashVerifier {
  readonly #form: PlacedForm;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(form: PlacedForm) {
    this.#form = form;
  }

  /** @throws BlobStoreError when there is more than there should be */
  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#form.size) throw this.#broken(`more than ${this.#form.size} bytes`);
    this.#hash.update(chunk);
  }

  /** @throws BlobStoreError when it is something else than was stored */
  finish(): void {
    if (this.#bytes !== this.#form.size) throw this.#broken(`${this.#bytes} bytes, not ${this.#form.size}`);
    if (this.#hash.digest('hex') !== this.#form.storedSha256)
      throw this.#broken('other bytes than were stored');
  }

  #broken(found: string): BlobStoreError {
    return new BlobStoreError('broken', new Error(`${this.#form.key} came with ${found}.`));
  }
}

/**
 * The rest of a range from `position`, uncached. A whole form is read completely and verified; of a part only the
 * requested bytes.
 */
export function straight(
  form: PlacedForm,
  source: Source,
  range: ByteRange,
  position: number,
): AsyncGenerator<Buffer> {
  const isWhole = range.start === 0 && range.end === form.size - 1;
  return isWhole ? verifiedFrom(form, source, position) : partOf(form, source, { ...range, start: position });
}

/** A form from byte `start` on, fetched whole so that it can be proven. */
export async function* verifiedFrom(form: PlacedForm, source: Source, start: number): AsyncGenerator<Buffer> {
  const store = await source();
  const proof = new HashVerifier(form);
  const held: Buffer[] = [];
  let heldBytes = 0;
  let position = 0;
  for await (const chunk of bytesOf(await store.get(form.key))) {
    proof.add(chunk);
    const wanted = chunk.subarray(Math.max(0, start - position));
    position += chunk.length;
    held.push(wanted);
    heldBytes += wanted.length;
    for (;;) {
      const oldest = held[0];
      if (!oldest || heldBytes - oldest.length < withheldBytes) break;
      held.shift();
      heldBytes -= oldest.length;
      yield oldest;
    }
  }
  proof.finish();
  yield* held;
}

/** A part of a form, of which only the length can be verified. */
async function* partOf(form: PlacedForm, source: Source, range: ByteRange): AsyncGenerator<Buffer> {
  const store = await source();
  let left = range.end + 1 - range.start;
  for await (const chunk of bytesOf(await store.get(form.key, range))) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new BlobStoreError('broken', new Error(`A part of ${form.key} has another length.`));
}

/** The chunks as a stream, once the first has arrived: until then the response can still be an error. */
export async function begun(chunks: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await chunks.next();
  // Each reader has its own stream, so there is no read-ahead.
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 0 });
  if (!first.done) stream.unshift(first.value);
  return stream;
}

export async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (bytes.length > 0) yield bytes;
  }
}
