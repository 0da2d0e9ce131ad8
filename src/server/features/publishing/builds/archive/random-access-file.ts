import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { RandomAccess } from './end-records.ts';

/** Smaller reads of the page cache are faster synchronously than in another thread. */
const smallBytes = 64 * 1024;

/** @throws Error if the file is truncated meanwhile */
export async function randomAccessTo(file: FileHandle): Promise<RandomAccess> {
  const { size } = await file.stat();
  return {
    size,
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const bytesRead =
          length <= smallBytes
            ? readSync(file.fd, buffer, done, length - done, position + done)
            : (await file.read(buffer, done, length - done, position + done)).bytesRead;
        if (bytesRead === 0) throw new Error(`The file ends at ${position + done} bytes.`);
        done += bytesRead;
      }
      return buffer;
    },
  };
}
