import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { isDecompressionError } from '#server/platform/decompression/decompression-error.ts';
import { inflateOnlyMember } from '#server/platform/decompression/only-member.ts';
import { type WrittenFile, writeFileWith } from './file-sink.ts';

const chunkSize = 256 * 1024;

interface Decoded {
  file: WrittenFile;
  /**
   * Whether all browsers decode these bytes identically. The blob is shared by all apps with this content, so an
   * ambiguous one is never served.
   */
  faithful: boolean;
}

/** Consumes the decompressed pieces. */
type Keep = (piece: Buffer) => Promise<void>;

/**
 * Decompresses a part of a Unity build into a new file.
 * @param count gets the length of each decompressed piece and throws beyond the limit
 * @returns null for invalid bytes; nothing is left then
 */
export async function decodeUnity(
  path: string,
  stored: WrittenFile,
  encoding: 'gzip' | 'br',
  count: (bytes: number) => void,
): Promise<Decoded | null> {
  const write = (fill: (keep: Keep) => Promise<void>): Promise<WrittenFile> =>
    writeFileWith(path, (sink) =>
      fill(async (piece) => {
        count(piece.length);
        await sink.write(piece);
      }),
    );
  try {
    return await (encoding === 'gzip' ? decodeGzip(path, stored, write) : decodeBrotli(stored, write));
  } catch (error) {
    await rm(path, { force: true });
    if (isDecompressionError(error)) return null;
    throw error;
  }
}

type Write = (fill: (keep: Keep) => Promise<void>) => Promise<WrittenFile>;

/** A file with several members is read again completely; both reads count. */
async function decodeGzip(path: string, stored: WrittenFile, write: Write): Promise<Decoded> {
  let faithful = false;
  const file = await write(async (keep) => {
    faithful = await inflateOnlyMember(stored, keep);
  });
  if (faithful) return { file, faithful };
  await rm(path);
  return { file: await write((keep) => decodeAll(stored, createGunzip({ chunkSize }), keep)), faithful };
}

/** The stream may be followed by other bytes. */
async function decodeBrotli(stored: WrittenFile, write: Write): Promise<Decoded> {
  const decoder = createBrotliDecompress({ chunkSize });
  const file = await write((keep) => decodeAll(stored, decoder, keep));
  return { file, faithful: decoder.bytesWritten === stored.size };
}

function decodeAll(stored: WrittenFile, decoder: Transform, keep: Keep): Promise<void> {
  return pipeline(
    createReadStream(stored.path, { highWaterMark: chunkSize }),
    decoder,
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await keep(piece);
    },
  );
}
