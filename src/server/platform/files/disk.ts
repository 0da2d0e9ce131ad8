import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Bytes that uploads, publications, compression, deltas and moves leave free on a disk, so that a database on it can
 * always write.
 */
const keptFreeBytes = 64 * 1_048_576;

/** Bytes that may be written below `folder` until only the reserve is left; negative beyond that. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - keptFreeBytes;
}

/**
 * Checked before each write, because concurrent writers use the same space. It blocks, so it is for child processes
 * and rare calls.
 * @throws Error with the code ENOSPC if less than the reserve is free below `folder`
 */
export function requireReserve(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < keptFreeBytes)
    throw Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });
}
