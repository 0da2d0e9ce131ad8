import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** USER_HZ of Linux, the unit of CPU time in proc(5). */
const ticksPerSecond = 100;

/** The ids of a process and its descendants. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number((await statOf(Number(name)))?.[1]);
    if (Number.isInteger(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** User and system CPU seconds of these processes so far. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await statOf(pid);
    ticks += Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}

/** CPU seconds of a process and its descendants so far, including descendants that have exited. */
export async function treeCpuSeconds(root: number): Promise<number> {
  let ticks = 0;
  for (const pid of await processTree(root)) {
    const stat = await statOf(pid);
    // Its own user and system time, and that of the children that it has waited for.
    for (const field of [11, 12, 13, 14]) ticks += Number(stat?.[field] ?? 0);
  }
  return ticks / ticksPerSecond;
}

const quietSeconds = 2;
const patienceSeconds = 30 * 60;

/**
 * Waits until the background work of a publish is done, so that it does not compete with the measurement. A
 * compressing process counts as work even while it gets no CPU time.
 */
export async function becomeQuiet(root: number): Promise<void> {
  for (let seconds = 0; seconds < patienceSeconds; seconds += quietSeconds) {
    const before = await treeCpuSeconds(root);
    await sleep(quietSeconds * 1_000);
    if ((await treeCpuSeconds(root)) - before < 0.1 && !(await isCompressing(root))) return;
  }
  throw new Error(`The server was still busy ${patienceSeconds / 60} minutes after publishing.`);
}

async function isCompressing(root: number): Promise<boolean> {
  for (const pid of await processTree(root)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('compressor-child')) return true;
  }
  return false;
}

/** The fields of /proc/PID/stat from the third (proc(5)); null after the process has exited. */
async function statOf(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field is a name in brackets and may contain spaces and brackets.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Memory of these processes in bytes as proportional set size: shared pages, such as Node's code, are counted
 * once.
 */
export async function proportionalBytes(pids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** Pins a process and all its threads to some cores, as in `0` or `0-1`. */
export async function pin(pid: number, cores: string): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

/** Removes a file from the system's page cache (posix_fadvise DONTNEED), after writing it to disk. */
export async function evict(file: string): Promise<void> {
  await run('dd', [
    `of=${file}`,
    'oflag=nocache',
    'conv=notrunc,fdatasync',
    'count=0',
    'if=/dev/null',
    'status=none',
  ]);
}
