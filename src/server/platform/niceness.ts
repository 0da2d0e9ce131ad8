import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** As libuv calls the threads that it does files, names, compression and whatever else blocks in. */
const poolThread = 'libuv-worker';
/** Who gives way has a tenth of the weight that the system gives the others, where both want the same processor. */
const steps = 10;

/**
 * Lets the threads in which Node reads and copies files give way to its event loop where processors are scarce: a file
 * that comes a moment later is noticed by nobody, an answer that waits for one is. Where there are enough it changes nothing.
 *
 * Linux alone counts niceness for each thread (setpriority(2)), and Node has no name for its own; elsewhere, and where a
 * sandbox allows none of it, nothing happens.
 * @returns how many threads give way
 */
export async function letThreadPoolGiveWay(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  let count = 0;
  // To read the folder begins the pool, all of its threads at once.
  for (const thread of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === poolThread && giveWay(Number(thread))) count += 1;
  }
  return count;
}

/**
 * Lets a process, or on Linux a thread, give way to this one.
 * @returns false where the system does not allow it, or it has ended
 */
export function giveWay(id: number): boolean {
  try {
    setPriority(id, Math.min(getPriority() + steps, constants.priority.PRIORITY_LOW));
    return true;
  } catch {
    return false;
  }
}
