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
   * Whether every browser decodes the same bytes to this. The file is shared by all apps that have this content, so one
   * of which that is not sure is served to nobody.
   */
  faithful: boolean;
}

/** Takes one decompressed piece after another. */
type Keep = (piece: Buffer) => Promise<void>;

/**
 * Undoes the compression of a part of a Unity build into a new file.
 * @param count is told the length of each decompressed piece and throws where it is one too many
 * @returns null where the bytes are not what they seem; nothing is left behind then
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

/** What is more than one member is read anew, with all of them; then it costs what both readings cost. */
async function decodeGzip(path: string, stored: WrittenFile, write: Write): Promise<Decoded> {
  let faithful = false;
  const file = await write(async (keep) => {
    faithful = await inflateOnlyMember(stored, keep);
  });
  if (faithful) return { file, faithful };
  await rm(path);
  return { file: await write((keep) => decodeAll(stored, createGunzip({ chunkSize }), keep)), faithful };
}

/** More may follow the end of the stream. */
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
