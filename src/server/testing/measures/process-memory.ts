import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Memory of a process and all that descend from it, in bytes; what several share is counted once. Linux only. */
export interface MemoryReport {
  /** When the watch began. */
  idleBytes: number;
  peakBytes: number;
}

const usualIntervalMs = 50;

/**
 * Watches the memory of a server and its children, its database left out.
 * @param pid of the server
 * @param intervalMs between two looks: each costs some milliseconds for a process of hundreds of megabytes
 */
export async function watchMemory(
  pid: number,
  intervalMs: number = usualIntervalMs,
): Promise<{ stop(): Promise<MemoryReport> }> {
  const idleBytes = await memoryOf(pid);
  const report = { idleBytes, peakBytes: idleBytes };
  let watching = true;
  const watch = async (): Promise<void> => {
    while (watching) {
      report.peakBytes = Math.max(report.peakBytes, await memoryOf(pid));
      await sleep(intervalMs);
    }
  };
  const ended = watch();
  return {
    stop: async () => {
      watching = false;
      await ended;
      return report;
    },
  };
}

async function memoryOf(pid: number): Promise<number> {
  const command = await readProcFile(pid, 'cmdline');
  if (/^(?:[^\0]*\/)?postgres\0/.test(command) || command.includes('setpriv')) return 0;
  // The proportional share of each page, so that the sum counts no page twice (Linux, proc(5)).
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(await readProcFile(pid, 'smaps_rollup')) ?? [];
  const children = (await readProcFile(pid, `task/${pid}/children`)).trim().split(' ').filter(Boolean);
  const below = await Promise.all(children.map((child) => memoryOf(Number(child))));
  return below.reduce((sum, bytes) => sum + bytes, Number(kilobytes) * 1024);
}

/** Empty if the process has ended. */
function readProcFile(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
}
