import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type WrittenFile, writeFileWith } from './file-sink.ts';

const chunkSize = 256 * 1024;

/** Whether an error came from a decompressor: `Z_DATA_ERROR`, or for brotli `ERR__ERROR_FORMAT_…`. */
export function isDecompressionError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(Z_|ERR_.*_ERROR_)/.test(error.code)
  );
}

/**
 * Undoes the compression of a part of a Unity build into a new file.
 * @param count is told the length of each decompressed piece and throws where it is one too many
 * @returns null where the bytes are not what they seem; nothing is left behind then. `faithful` is false where a
 *   browser might decode the same bytes to something else, because more follows the end of the stream
 */
export async function decodeUnity(
  path: string,
  stored: WrittenFile,
  encoding: 'gzip' | 'br',
  count: (bytes: number) => void,
): Promise<{ file: WrittenFile; faithful: boolean } | null> {
  const decoder = encoding === 'gzip' ? createGunzip({ chunkSize }) : createBrotliDecompress({ chunkSize });
  try {
    const file = await writeFileWith(path, (sink) =>
      pipeline(
        createReadStream(stored.path, { highWaterMark: chunkSize }),
        decoder,
        async (source: AsyncIterable<Buffer>) => {
          for await (const piece of source) {
            count(piece.length);
            await sink.write(piece);
          }
        },
      ),
    );
    const whole = decoder.bytesWritten === stored.size;
    return { file, faithful: whole && (encoding === 'br' || (await isOneMember(stored, file))) };
  } catch (error) {
    await rm(path, { force: true });
    if (isDecompressionError(error)) return null;
    throw error;
  }
}

/** A gzip file may hold several streams one after another (RFC 1952, 2.2), which browsers do not all read. */
async function isOneMember(stored: WrittenFile, content: WrittenFile): Promise<boolean> {
  const file = await open(stored.path);
  try {
    const trailer = Buffer.alloc(8);
    await file.read(trailer, 0, 8, stored.size - 8);
    return trailer.readUInt32LE(0) === content.crc32 && trailer.readUInt32LE(4) === content.size % 2 ** 32;
  } finally {
    await file.close();
  }
}
