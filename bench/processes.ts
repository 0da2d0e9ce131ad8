import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** USER_HZ of Linux, in which proc(5) counts CPU time. */
const ticksPerSecond = 100;

/** A process and all that it started, by id. */
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

/** CPU seconds that these processes have used so far, user and system. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await statOf(pid);
    ticks += Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}

/** The fields of /proc/PID/stat from the third on (proc(5)); null once the process is gone. */
async function statOf(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field is a name in brackets and may itself hold spaces and brackets.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Memory of these processes in bytes as proportional set size: pages that several share, such as Node's own
 * code, are counted once.
 */
export async function proportionalBytes(pids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** Keeps a process with all its threads to some cores, as in `0` or `0-1`. */
export async function pin(pid: number, cores: string): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

/** Takes a file out of the system's page cache (posix_fadvise DONTNEED), once it is on the disk. */
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
