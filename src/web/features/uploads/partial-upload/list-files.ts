import { zipMethods } from '#shared/files/zip-headers.ts';
import { type FolderFile, isFolder, type Picked } from '../picked-files.ts';
import { digestOf } from './digest.ts';
import type { ListedFile } from './file-types.ts';
import { listZip } from './zip-directory.ts';

/**
 * @param done read bytes
 * @param total bytes of the chosen files
 */
export type OnProgress = (done: number, total: number) => void;

/**
 * Reads the chosen build once, in pieces, and lists its files. Null for an unusual zip.
 * @throws Error if a file cannot be read, or a zip is damaged
 */
export function listFiles(picked: Picked, onProgress: OnProgress): Promise<ListedFile[] | null> {
  return isFolder(picked) ? listFolder(picked.files, onProgress) : listZipFiles(picked, onProgress);
}

async function listZipFiles(zip: File, onProgress: OnProgress): Promise<ListedFile[] | null> {
  const entries = await listZip(zip);
  if (!entries) return null;
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const listed: ListedFile[] = [];
  let done = 0;
  for (const { path, time, crc32, size, method, packedSize, start } of entries) {
    const stream = zip.slice(start, start + packedSize).stream();
    const plain =
      method === zipMethods.deflate ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream;
    let left = size;
    const digest = await digestOf(plain, (bytes) => {
      left -= bytes;
      // The server refuses a file that exceeds its declared size.
      if (left < 0) throw new Error(`${path} is longer than the zip says.`);
      done += bytes;
      onProgress(done, total);
    });
    if (left !== 0 || digest.crc32 !== crc32) throw new Error(`${path} is damaged.`);
    const packed = { method, start, size: packedSize };
    listed.push({ path, time, ...digest, packed });
  }
  return listed;
}

async function listFolder(files: readonly FolderFile[], onProgress: OnProgress): Promise<ListedFile[]> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const listed: ListedFile[] = [];
  let done = 0;
  for (const { path, file } of files) {
    const digest = await digestOf(file.stream(), (bytes) => {
      done += bytes;
      onProgress(done, total);
    });
    listed.push({
      path: path.normalize('NFC'),
      time: dosTime(new Date(file.lastModified)),
      ...digest,
      packed: null,
    });
  }
  return listed;
}

/** APPNOTE 4.4.6: two bytes of date above two of time, in local time, from 1980 on. */
function dosTime(date: Date): number {
  const year = Math.min(Math.max(date.getFullYear() - 1980, 0), 127);
  const day = (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
