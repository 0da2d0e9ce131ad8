import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { gzipTimeAt, gzipTimeBytes, gzipTimeOf } from '#shared/files/gzip-time.ts';
import { zipMethods } from '#shared/files/zip-headers.ts';
import type { PackedFile } from '../tree.ts';
import type { WrittenFile } from './file-sink.ts';
import type { ZipEntry } from './zip-entries.ts';

/** The facts of an entry that a later partial upload needs to reuse it. */
export async function packedFileOf(entry: ZipEntry, stored: WrittenFile): Promise<PackedFile> {
  const gzipTime = gzipTimeOf(stored.head);
  return {
    sha256: gzipTime ? await timelessSha256(stored.path) : stored.sha256,
    size: entry.size,
    crc32: entry.crc32,
    method: zipMethods[entry.method],
    dataStart: entry.dataStart,
    packedSize: entry.compressedSize,
    gzipTime,
  };
}

/** For a gzip file, with the time set to 0. */
async function timelessSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  const afterTime = gzipTimeAt + gzipTimeBytes;
  for await (const head of createReadStream(path, { end: gzipTimeAt - 1 })) hash.update(head);
  hash.update(Buffer.alloc(gzipTimeBytes));
  for await (const piece of createReadStream(path, { start: afterTime, highWaterMark: 1024 * 1024 }))
    hash.update(piece);
  return hash.digest('hex');
}
