import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BuildRefusedError } from '../tree.ts';
import type { Budget } from './budget.ts';
import { isDecompressionError } from './decode.ts';
import type { RandomAccess } from './end-records.ts';
import type { FileSink, WrittenFile } from './file-sink.ts';
import { showName } from './show-name.ts';
import type { Staging } from './staging.ts';
import type { ZipEntry } from './zip-entries.ts';

const chunkSize = 256 * 1024;
/** Below this, and where less than a twentieth is saved, another form of a file is not worth its place. */
const minGzipBytes = 1024;
const gzipOverhead = 18;
/** Deflate, no flags, no time, unknown system (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Decompresses one entry into the staging folder and holds it against its size and CRC-32. A deflated entry
 * that compresses well also becomes a gzip file, whose body is the very same bytes, so it costs no compression.
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
  const keep = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > entry.size) throw broken(entry, 'is longer than the zip says');
      count(piece.length);
      await sink.write(piece);
    }
  };
  const raw = rawBytes(archive, entry);
  if (entry.method === 'stored') return keep(raw);
  const inflater = createInflateRaw({ chunkSize });
  await gzip?.write(gzipHeader);
  const tee = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      await gzip?.write(piece);
      yield piece;
    }
  };
  try {
    await pipeline(raw, tee, inflater, keep);
  } catch (error) {
    if (isDecompressionError(error)) throw broken(entry, 'cannot be decompressed');
    throw error;
  }
  if (inflater.bytesWritten !== entry.compressedSize) throw broken(entry, 'is followed by extra bytes');
  await gzip?.write(gzipTrailer(entry));
}

/** The compressed bytes of an entry, which were checked to lie inside the file. */
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
