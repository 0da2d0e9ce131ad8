import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finishBackgroundWork } from './background-work.ts';
import { diskUse, grown } from './disk-use.ts';
import type { BenchFlux } from './flux.ts';
import { treeCpuSeconds } from './processes.ts';

/** CPU time and disk space of one version. */
export interface Cost {
  cpuSeconds: number;
  diskBytes: number;
  /** The kind of content. */
  detail: string;
}

/** CPU seconds per second of an idle server. */
export async function idleShare(pid: number): Promise<number> {
  const seconds = 20;
  const before = await treeCpuSeconds(pid);
  await sleep(seconds * 1_000);
  return ((await treeCpuSeconds(pid)) - before) / seconds;
}

/**
 * CPU seconds until all background work is done.
 * @param idle CPU seconds per second of the idle server, which are subtracted
 */
export async function costInFlux(flux: BenchFlux, idle: number, work: () => Promise<void>): Promise<Cost> {
  const { pid, dataDir } = flux.process;
  const blobs = join(dataDir, 'blobs');
  const before = await diskUse(blobs);
  const startedAt = performance.now();
  const cpuBefore = await treeCpuSeconds(pid);
  await work();
  await finishBackgroundWork(flux.process);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = (await treeCpuSeconds(pid)) - cpuBefore - idle * seconds;
  return { cpuSeconds, ...grown(before, await diskUse(blobs)) };
}
