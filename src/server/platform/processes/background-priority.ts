import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** The name of libuv's worker threads. */
const poolThread = 'libuv-worker';
/** The niceness of background work relative to the event loop. Zero until a server sets it. */
let backgroundNiceness = 0;

/** @param steps from 0 to 19; each takes about a fifth of the scheduler's weight (sched(7)) */
export function setBackgroundNiceness(steps: number): void {
  backgroundNiceness = steps;
}

/**
 * Lowers the priority of libuv's thread pool below that of the event loop, so that file transfers do not delay API responses
 * when CPU cores are scarce.
 *
 * Linux alone counts niceness for each thread (setpriority(2)), and Node has no name for its own; elsewhere, and where a
 * sandbox allows none of it, nothing happens.
 * @returns the number of threads with the lower priority
 */
export async function lowerThreadPoolPriority(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  let count = 0;
  // Reading the folder starts all threads of the pool.
  for (const thread of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === poolThread && lowerPriority(Number(thread))) count += 1;
  }
  return count;
}

/**
 * Lowers the priority of a process, or on Linux of a thread, below this one.
 * @param weight 2 for work without a waiting user
 * @returns false if the system refuses or the process has ended
 */
export function lowerPriority(id: number, weight: 1 | 2 = 1): boolean {
  const niceness = getPriority() + weight * backgroundNiceness;
  try {
    setPriority(id, Math.min(niceness, constants.priority.PRIORITY_LOW));
    return true;
  } catch {
    return false;
  }
}
