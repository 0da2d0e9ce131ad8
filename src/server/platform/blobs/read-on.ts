import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobStoreError } from './blob-store.ts';
import { pause, tries } from './remote/retry.ts';

export interface Reading {
  /** What the provider sends first. */
  body: Readable;
  /** Where in the value `body` begins. */
  start: number;
  /** One past the last byte that is wanted. */
  end: number;
  /**
   * Reads the same value from this byte on. Fails if the key has another value now.
   * @throws BlobStoreError
   */
  reopen(start: number): Promise<Readable>;
  /** MD5 of all read bytes, hexadecimal; null if the provider has none, or for a range. */
  md5: string | null;
}

/**
 * Reads the bytes of a value over as many connections as needed: after a failure the next one resumes. It fails with
 * BlobStoreError `unreachable` after four connections without progress, and `broken` for damaged bytes, whose last
 * chunk is withheld.
 */
export function readWithResume(reading: Reading): Readable {
  const source = { body: reading.body };
  const bytes = Readable.from(verified(piecesOf(reading, source), reading.md5), { objectMode: false });
  // A reader who has left must not wait for a line that is silent.
  return bytes.once('close', () => source.body.destroy());
}

async function* piecesOf(reading: Reading, source: { body: Readable }): AsyncGenerator<Buffer> {
  let at = reading.start;
  for (let failures = 0; at < reading.end; ) {
    const before = at;
    let cause: unknown = null;
    try {
      for await (const chunk of source.body) {
        at += chunk.length;
        if (at > reading.end)
          throw new BlobStoreError('broken', new Error('More bytes came than were asked for.'));
        yield chunk;
      }
    } catch (error) {
      if (error instanceof BlobStoreError) throw error;
      cause = error;
    }
    if (at === reading.end) return;
    failures = at > before ? 1 : failures + 1;
    if (failures === tries)
      throw new BlobStoreError('unreachable', cause ?? new Error('The answer ended early.'));
    await pause(failures);
    source.body = await reading.reopen(at);
  }
}

async function* verified(pieces: AsyncIterable<Buffer>, md5: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('md5');
  let last: Buffer | null = null;
  for await (const piece of pieces) {
    if (last) yield last;
    last = piece;
    if (md5) hash.update(piece);
  }
  if (md5 && hash.digest('hex') !== md5)
    throw new BlobStoreError('broken', new Error('The bytes have another MD5.'));
  if (last) yield last;
}
