import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib';
import { gzipTimeAt, gzipTimeBytes } from '#shared/files/gzip-time.ts';
import { type ZipMethod, zipMethods } from '#shared/files/zip-headers.ts';
import { UnreadableSource } from './errors.ts';

const chunkBytes = 256 * 1024;
/** The zip is read once and kept for downloads; nobody waits for a smaller one. */
const quickest = 1;

/** Part of an open file. */
export interface Stretch {
  handle: FileHandle;
  start: number;
  length: number;
}

/** @throws UnreadableSource where the file cannot be read to its end */
export async function* bytesOf({ handle, start, length }: Stretch): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const wanted = Math.min(chunkBytes, length - done);
    const { buffer, bytesRead } = await handle
      .read(Buffer.allocUnsafe(wanted), 0, wanted, start + done)
      .catch((cause: unknown) => {
        throw new UnreadableSource('A file cannot be read.', { cause });
      });
    if (bytesRead === 0) throw new UnreadableSource(`A file ends ${length - done} bytes early.`);
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** A file on its way from one place to a zip: what is only known at its end is there then. */
export interface Repacked {
  pieces: AsyncIterable<Buffer>;
  method: ZipMethod;
  /** Of the file, once all pieces were read. */
  crc32(): number;
}

/**
 * Packs a file anew. One with a time is a gzip file, which then says that time of itself, and which nothing makes smaller.
 * @param method how its bytes are packed where they lie
 */
export function repack(stretch: Stretch, method: ZipMethod, gzipTime: number | null): Repacked {
  let sum = 0;
  const source = Readable.from(bytesOf(stretch));
  const plain = method === zipMethods.deflate ? inflated(source) : source;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of gzipTime === null ? plain : withTime(plain, gzipTime)) {
      sum = crc32(piece, sum);
      yield piece;
    }
  };
  const isStored = gzipTime !== null;
  const pieces = isStored
    ? counted()
    : piped(Readable.from(counted()), createDeflateRaw({ chunkSize: chunkBytes, level: quickest }));
  return { pieces, method: isStored ? zipMethods.stored : zipMethods.deflate, crc32: () => sum };
}

async function* inflated(packed: Readable): AsyncGenerator<Buffer> {
  try {
    yield* piped(packed, createInflateRaw({ chunkSize: chunkBytes }));
  } catch (cause) {
    throw new UnreadableSource('A file is not packed as it was.', { cause });
  }
}

/** What reads the second hears of what fails in the first. */
function piped<Through extends NodeJS.ReadWriteStream & Readable>(from: Readable, into: Through): Through {
  from.on('error', (error) => into.destroy(error));
  into.on('close', () => from.destroy());
  return from.pipe(into);
}

async function* withTime(pieces: AsyncIterable<Buffer>, time: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.alloc(gzipTimeBytes);
  bytes.writeUInt32LE(time);
  let position = 0;
  for await (const piece of pieces) {
    if (position < gzipTimeAt + gzipTimeBytes)
      for (const [index, byte] of bytes.entries()) {
        const at = gzipTimeAt + index - position;
        if (at >= 0 && at < piece.length) piece[at] = byte;
      }
    position += piece.length;
    yield piece;
  }
}
