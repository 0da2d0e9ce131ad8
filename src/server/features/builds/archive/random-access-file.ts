import type { FileHandle } from 'node:fs/promises';
import type { RandomAccess } from './end-records.ts';

/** @throws Error where the file ends early, which only happens when somebody else cuts it meanwhile */
export async function randomAccessTo(file: FileHandle): Promise<RandomAccess> {
  const { size } = await file.stat();
  return {
    size,
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(buffer, done, length - done, position + done);
        if (bytesRead === 0) throw new Error(`The file ends at ${position + done} bytes.`);
        done += bytesRead;
      }
      return buffer;
    },
  };
}
