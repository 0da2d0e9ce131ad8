import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Linux keeps there in memory what is written. */
const shared = '/dev/shm';
const gibibyte = 2 ** 30;

/**
 * Where tests put what they throw away. A test's database is seven hundred small files, which takes ten times as long to make on a
 * disk as in memory, and most of what its server takes to start.
 * @returns an absolute path; the usual folder where there is little memory, or little of it may be used so
 */
export function memoryFolder(): string {
  try {
    accessSync(shared, constants.W_OK);
    const { bavail, bsize } = statfsSync(shared);
    return Math.min(bavail * bsize, freemem()) > 6 * gibibyte ? shared : tmpdir();
  } catch {
    return tmpdir();
  }
}
