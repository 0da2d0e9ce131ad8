import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { gzipHeaderLength } from './gzip-header.ts';

const chunkSize = 256 * 1024;
/** A longer header is an attack. */
const maxHeaderBytes = 1024;
const trailerBytes = 8;

/**
 * Decompresses a gzip file with exactly one member. Browsers read only the first of several members (RFC 1952, 2.2)
 * and zlib all, so only one member is unambiguous.
 * @param take gets each decompressed piece; ignore them if the result is false
 * @returns false for several members, an invalid header or trailer
 * @throws an error of `isDecompressionError` for a damaged first member; errors of `take`
 */
export async function inflateOnlyMember(
  { path, size }: { path: string; size: number },
  take: (piece: Buffer) => Promise<void> | void,
): Promise<boolean> {
  const { head, trailer } = await readEnds(path, size);
  const start = gzipHeaderLength(head);
  const end = size - trailerBytes;
  if (start === null || start >= end) return false;
  const inflater = createInflateRaw({ chunkSize });
  let length = 0;
  let checksum = 0;
  await pipeline(
    createReadStream(path, { start, end: end - 1, highWaterMark: chunkSize }),
    inflater,
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        length += piece.length;
        checksum = crc32(piece, checksum);
        await take(piece);
      }
    },
  );
  return (
    inflater.bytesWritten === end - start &&
    trailer.readUInt32LE(0) === checksum &&
    trailer.readUInt32LE(4) === length % 2 ** 32
  );
}

/** For a shorter file the rest is zeros. */
async function readEnds(path: string, size: number): Promise<{ head: Buffer; trailer: Buffer }> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(Math.min(maxHeaderBytes, size));
    const trailer = Buffer.alloc(trailerBytes);
    await file.read(head, 0, head.length, 0);
    await file.read(trailer, 0, trailerBytes, Math.max(0, size - trailerBytes));
    return { head, trailer };
  } finally {
    await file.close();
  }
}
