import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Bytes that uploads, publications, compression, deltas and files that move here leave free on a disk, so that a database on
 * it can always write.
 */
const keptFreeBytes = 64 * 1_048_576;

/** Bytes that may still be written below `folder` before only the reserve is left; negative beyond that. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - keptFreeBytes;
}

/**
 * For whoever is writing, before each piece: others write too, and what there was room for at the beginning may find none
 * at the end. It asks at once, so it is for a process that has nothing else to do, or for now and then.
 * @throws Error with the code of a write that finds no room, where less than the reserve is left below `folder`
 */
export function requireReserve(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < keptFreeBytes)
    throw Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });
}
