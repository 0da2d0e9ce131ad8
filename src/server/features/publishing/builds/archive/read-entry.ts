import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { isDecompressionError } from '#server/platform/decompression/decompression-error.ts';
import { BuildRefusedError } from '../tree.ts';
import type { Budget } from './budget.ts';
import type { RandomAccess } from './end-records.ts';
import type { FileSink, WrittenFile } from './file-sink.ts';
import { showName } from './show-name.ts';
import type { Staging } from './staging.ts';
import type { ZipEntry } from './zip-entries.ts';

const chunkSize = 256 * 1024;
/** Smaller files are inflated in one piece, which is many times faster for thousands of files. */
const smallBytes = 64 * 1024;
/** Below this size, or with less than a twentieth saved, a gzip form is not worthwhile. */
const minGzipBytes = 1024;
const gzipOverhead = 18;
/** Deflate, no flags, no time, unknown system (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Decompresses one entry into the staging folder and checks size and CRC-32. A well compressed deflate entry also
 * becomes a gzip file with the same compressed bytes, at no cost.
 * @throws BuildRefusedError
 */
export async function readEntry(
  archive: RandomAccess,
  entry: ZipEntry,
  staging: Staging,
  budget: Budget,
): Promise<{ stored: WrittenFile; gzip: WrittenFile | null }> {
  const result: { gzip: WrittenFile | null } = { gzip: null };
  const fill = async (sink: FileSink): Promise<void> => {
    if (worthGzip(entry)) {
      result.gzip = await staging.write((gzip) => inflate(archive, entry, budget, sink, gzip));
    } else {
      await inflate(archive, entry, budget, sink, null);
    }
  };
  const stored = await staging.write(fill);
  if (stored.size !== entry.size) throw broken(entry, 'is not as long as the zip says');
  if (stored.crc32 !== entry.crc32) throw broken(entry, 'does not match its checksum');
  return { stored, gzip: result.gzip };
}

function worthGzip(entry: ZipEntry): boolean {
  return (
    entry.method === 'deflate' &&
    entry.size >= minGzipBytes &&
    entry.compressedSize + gzipOverhead <= entry.size * 0.95
  );
}

async function inflate(
  archive: RandomAccess,
  entry: ZipEntry,
  budget: Budget,
  sink: FileSink,
  gzip: FileSink | null,
): Promise<void> {
  const count = budget.meter(entry.path, entry.compressedSize);
  let size = 0;
  const keep = async (pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > entry.size) throw broken(entry, 'is longer than the zip says');
      count(piece.length);
      await sink.write(piece);
    }
  };
  if (entry.method === 'stored') return keep(rawBytes(archive, entry));
  await gzip?.write(gzipHeader);
  try {
    const consumed =
      Math.max(entry.size, entry.compressedSize) <= smallBytes
        ? await inflateSmall(archive, entry, keep, gzip)
        : await inflateLarge(archive, entry, keep, gzip);
    if (consumed !== entry.compressedSize) throw broken(entry, 'is followed by extra bytes');
  } catch (error) {
    if (isDecompressionError(error)) throw broken(entry, 'cannot be decompressed');
    throw error;
  }
  await gzip?.write(gzipTrailer(entry));
}

type Keep = (pieces: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>;

/** Both return the real number of compressed bytes of the deflate stream. */
async function inflateLarge(
  archive: RandomAccess,
  entry: ZipEntry,
  keep: Keep,
  gzip: FileSink | null,
): Promise<number> {
  const inflater = createInflateRaw({ chunkSize });
  const tee = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      await gzip?.write(piece);
      yield piece;
    }
  };
  await pipeline(rawBytes(archive, entry), tee, inflater, keep);
  return inflater.bytesWritten;
}

async function inflateSmall(
  archive: RandomAccess,
  entry: ZipEntry,
  keep: Keep,
  gzip: FileSink | null,
): Promise<number> {
  const raw = await archive.read(entry.dataStart, entry.compressedSize);
  const { buffer, engine } = inflateWhole(raw, entry);
  await keep([buffer]);
  await gzip?.write(raw);
  return engine.bytesWritten;
}

function inflateWhole(raw: Buffer, entry: ZipEntry): { buffer: Buffer; engine: { bytesWritten: number } } {
  try {
    const inflated: unknown = inflateRawSync(raw, { info: true, maxOutputLength: Math.max(1, entry.size) });
    // With `info` Node also returns the engine, which its types omit.
    return inflated as { buffer: Buffer; engine: { bytesWritten: number } };
  } catch (error) {
    const tooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLong ? broken(entry, 'is longer than the zip says') : error;
  }
}

/** The compressed bytes of an entry, inside the file as checked. */
async function* rawBytes(archive: RandomAccess, entry: ZipEntry): AsyncGenerator<Buffer> {
  for (let done = 0; done < entry.compressedSize; done += chunkSize) {
    yield await archive.read(entry.dataStart + done, Math.min(chunkSize, entry.compressedSize - done));
  }
}

function gzipTrailer(entry: ZipEntry): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(entry.crc32, 0);
  trailer.writeUInt32LE(entry.size % 2 ** 32, 4);
  return trailer;
}

function broken(entry: ZipEntry, how: string): BuildRefusedError {
  return new BuildRefusedError('A file in this zip is damaged.', [
    `${showName(entry.path)} ${how}.`,
    'Please make the zip again and upload it.',
  ]);
}
