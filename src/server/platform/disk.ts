import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Bytes that uploads and publications leave free on a disk, so that a database on it can always write. */
const keptFreeBytes = 64 * 1_048_576;

/** Bytes that may still be written below `folder` before only the reserve is left; negative beyond that. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - keptFreeBytes;
}

/** The same at once, for a process that has nothing else to do. */
export function freeBytesSync(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - keptFreeBytes;
}
