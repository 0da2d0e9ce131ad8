import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BlobStore, BlobStoreError, type ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';

/**
 * The end of whatever is sent is held back until the whole was found to be what was stored. So a reader of wrong bytes
 * sees a transfer that broke off, and never one that was complete.
 */
export const heldBackBytes = 65_536;

/** Where a form is fetched from; asked only when it is. */
export type Source = () => Promise<BlobStore>;

/** Counts and hashes what a store sends. */
export class Proof {
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
 * The rest of a range from `position` on, kept nowhere. Of a whole form all is fetched, so that it can be proven; of a
 * part only what is asked for.
 */
export function straight(
  form: PlacedForm,
  source: Source,
  range: ByteRange,
  position: number,
): AsyncGenerator<Buffer> {
  const isWhole = range.start === 0 && range.end === form.size - 1;
  return isWhole ? provenFrom(form, source, position) : partOf(form, source, { ...range, start: position });
}

/** A form from byte `start` on, fetched whole so that it can be proven. */
export async function* provenFrom(form: PlacedForm, source: Source, start: number): AsyncGenerator<Buffer> {
  const store = await source();
  const proof = new Proof(form);
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
      if (!oldest || heldBytes - oldest.length < heldBackBytes) break;
      held.shift();
      heldBytes -= oldest.length;
      yield oldest;
    }
  }
  proof.finish();
  yield* held;
}

/** A part of a form, which nothing but its length can be held against. */
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

/** The chunks as a stream, once the first of them is there: until then whoever answers can still say that none comes. */
export async function begun(chunks: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await chunks.next();
  // Each reader has one of their own, so nothing is read ahead of them.
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
