import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** The name that libuv gives its worker threads. */
const poolThread = 'libuv-worker';
/** Ten steps of niceness are about a tenth of the scheduler's weight. */
const steps = 10;

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
  // To read the folder begins the pool, all of its threads at once.
  for (const thread of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === poolThread && lowerPriority(Number(thread))) count += 1;
  }
  return count;
}

/**
 * Lowers the priority of a process, or on Linux of a thread, below this one.
 * @returns false if the system refuses or the process has ended
 */
export function lowerPriority(id: number): boolean {
  try {
    setPriority(id, Math.min(getPriority() + steps, constants.priority.PRIORITY_LOW));
    return true;
  } catch {
    return false;
  }
}
