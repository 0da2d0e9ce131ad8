import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cost } from './cost-in-flux.ts';
import { diskUse, grown } from './disk-use.ts';
import { type Figure, figure } from './figures.ts';
import type { Effort } from './run.ts';
import { type BuildParts, buildPair } from './update-builds.ts';
import { measureUpdates } from './updates.ts';

const run = promisify(execFile);

/**
 * The cost of an application's first version and of an update, until all background work is done. The peer is
 * a folder with the same files, each compressed once by `gzip -9` and `brotli -q 11`.
 */
export async function measureCost({ quick }: Effort): Promise<Figure[]> {
  const pair = await buildPair(quick);
  const folder = await mkdtemp(join(tmpdir(), 'flux-bench-cost-'));
  const packBoth = async () => {
    const first = await costInFolder(folder, pair.older);
    return [first, await costInFolder(folder, pair.newer)] as const;
  };
  try {
    // CPU seconds depend little on the load of the machine, so both sides run at the same time.
    const [{ costs }, [first, update]] = await Promise.all([measureUpdates(pair), packBoth()]);
    return [
      ...figuresOf('the first version', costs[0], first),
      ...figuresOf('an update, with its deltas', costs[1], update),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cpuUnit = '× gzip -9 and brotli -q 11';
const diskUnit = '× unzipped with .gz and .br';

function figuresOf(name: string, flux: Cost, folder: Cost): Figure[] {
  const cpu = `packed folder ${folder.cpuSeconds.toFixed(0)} s, Flux ${flux.cpuSeconds.toFixed(0)} s`;
  const disk = `packed folder ${inMegabytes(folder)} (${folder.detail}), Flux ${inMegabytes(flux)} (${flux.detail})`;
  return [
    figure(`CPU of ${name}`, flux.cpuSeconds / folder.cpuSeconds, cpuUnit, { atMost: 2 }, cpu),
    figure(`disk of ${name}`, flux.diskBytes / folder.diskBytes, diskUnit, { atMost: 2 }, disk),
  ];
}

/** The peer neither writes nor compresses content that it already has. */
async function costInFolder(folder: string, parts: BuildParts): Promise<Cost> {
  const before = await diskUse(folder);
  const paths: string[] = [];
  for (const [name, content] of Object.entries(parts)) {
    const path = join(folder, `${name}-${createHash('sha256').update(content).digest('hex')}.file`);
    if (await lstat(path).catch(() => null)) continue;
    await writeFile(path, content);
    paths.push(path);
  }
  const script = join(import.meta.dirname, 'precompress.ts');
  const { stdout } = await run(process.execPath, [script, ...paths]);
  return { cpuSeconds: Number(stdout), ...grown(before, await diskUse(folder)) };
}

function inMegabytes({ diskBytes }: Cost): string {
  return `${(diskBytes / 1e6).toFixed(1)} MB`;
}
