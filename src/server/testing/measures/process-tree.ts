import { readFile } from 'node:fs/promises';

/** The ids of the processes that one started and that still are its children. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/**
 * The worker processes of a server.
 * @throws if none is found: a signal to no process would reach the tests' own group
 */
export async function workersOf(pid: number): Promise<number[]> {
  const workers: number[] = [];
  for (const child of await childrenOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('/dist/server/worker.js')) workers.push(child);
  }
  if (workers.length === 0) throw new Error(`The process ${pid} has no workers.`);
  return workers;
}

/** Whether a process is there and has not ended. */
export async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat !== null && !/\) Z /.test(stat);
}
