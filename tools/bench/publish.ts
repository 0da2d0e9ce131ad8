import { execFile } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { EventLoopReport } from '../../src/server/testing/measures/event-loop.ts';
import { type Figure, figure, median } from './figures.ts';
import { BenchFlux, people, type StartedUpload } from './flux.ts';
import { largeZip } from './large-builds.ts';
import { processTree, proportionalBytes } from './processes.ts';
import type { Effort } from './run.ts';

const run = promisify(execFile);
const atOnce = people.length;

/**
 * The time to publish a large build, compared with `unzip` and `sha256sum` of the same zip on the same disk.
 */
export async function measurePublishing({ rounds }: Effort): Promise<Figure[]> {
  const zip = await largeZip(0);
  const megabytes = (zip.bytes.length / 1e6).toFixed(0);
  const [ours, theirs, loops]: [number[], number[], EventLoopReport[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const flux = async () => {
      // A new server each time. Otherwise stored blobs would be deduplicated and the result would be too
      // good.
      const { seconds, loop } = await withWatchedFlux((server) => server.publish('large.zip', zip.bytes));
      ours.push(seconds);
      loops.push(loop);
    };
    const peer = async () => void theirs.push(await unzipAndHash(zip.path));
    for (const turn of round % 2 === 0 ? [peer, flux] : [flux, peer]) await turn();
  }
  const three = await publishAtOnce();
  const [flux, unzip] = [median(ours), median(theirs)];
  const peer = `unzip + sha256sum ${unzip.toFixed(2)} s, Flux ${flux.toFixed(2)} s`;
  loops.push(three.loop);
  const longest = Math.max(...loops.map(({ longestGapMs }) => longestGapMs));
  // Other load on the machine explains the remaining gap.
  const busy = Math.max(...loops.map(({ longestBusyMs }) => longestBusyMs));
  const computed = `Flux itself computed ${busy.toFixed(0)} ms at most without a turn`;
  return [
    figure(`publish a zip of ${megabytes} MB`, flux / unzip, '× unzip + sha256sum', { atMost: 1.5 }, peer),
    memoryFigure(three),
    figure('longest gap of the event loop while publishing', longest, 'ms', { atMost: 100 }, computed),
  ];
}

interface AtOnce {
  idleBytes: number;
  highestBytes: number;
  /** The maximum of builds that were read or stored at the same moment. */
  together: number;
  loop: EventLoopReport;
}

/**
 * The memory limit applies to concurrent publications. If they ran one after another, the figure means
 * nothing.
 */
function memoryFigure({ idleBytes, highestBytes, together }: AtOnce): Figure {
  const [idle, highest] = [idleBytes, highestBytes].map((bytes) => (bytes / 1e6).toFixed(0));
  const beside =
    together === atOnce
      ? `${idle} MB idle, ${highest} MB at most; all ${atOnce} were under way together`
      : `NOT at once: no more than ${together} of ${atOnce} were under way together`;
  const name = `memory above idle, ${atOnce} published at once`;
  const measured = figure(name, (highestBytes - idleBytes) / 1e6, 'MB', { atMost: 200 }, beside);
  return { ...measured, holds: measured.holds && together === atOnce };
}

/** The uploads are done first. The measurement covers the time after their last bytes, for all at once. */
function publishAtOnce(): Promise<AtOnce> {
  return withWatchedFlux(async (server) => {
    // The first publish loads code and opens permanent connections. The idle state is measured after it.
    await server.publish('index.html', Buffer.from('<!doctype html><title>Idle</title>'));
    await sleep(2_000);
    const idleBytes = await proportionalBytes(await processTree(server.process.pid));
    const begun: StartedUpload[] = [];
    for (const [at, person] of people.entries())
      begun.push(await server.beginUpload('large.zip', (await largeZip(at + 1)).bytes, person));
    const builds = watchBuilds(join(server.process.dataDir, 'staging'));
    const memory = watchMemory(server.process.pid);
    try {
      await Promise.all(begun.map(({ finish }) => finish()));
    } finally {
      builds.stop();
      await memory.stop();
    }
    return { idleBytes, highestBytes: memory.highestBytes(), together: builds.most() };
  });
}

/**
 * The maximum number of builds in staging folders at the same moment. A build is there while it is read and
 * stored; a queued build is not. Simultaneous responses would not prove concurrency.
 */
function watchBuilds(folder: string): { most(): number; stop(): void } {
  let most = 0;
  const watcher = watch(folder, () => {
    const builds = readdirSync(folder).filter((name) => name.startsWith('build-'));
    most = Math.max(most, builds.length);
  });
  return { most: () => most, stop: () => watcher.close() };
}

/** Peak memory of a process and its descendants, sampled every 50 ms. */
function watchMemory(pid: number): { highestBytes(): number; stop(): Promise<void> } {
  let highest = 0;
  let stopped = false;
  const look = async (): Promise<void> => {
    while (!stopped) {
      highest = Math.max(highest, await proportionalBytes(await processTree(pid)));
      await sleep(50);
    }
  };
  const looking = look();
  return {
    highestBytes: () => highest,
    stop: async () => {
      stopped = true;
      await looking;
    },
  };
}

/** Runs `work` on a new server and measures its event loop from inside, from now until the work is done. */
async function withWatchedFlux<Result>(
  work: (server: BenchFlux) => Promise<Result>,
): Promise<Result & { loop: EventLoopReport }> {
  const folder = await mkdtemp(join(import.meta.dirname, '../.cache/bench-'));
  const file = join(folder, 'event-loop.json');
  const preload = pathToFileURL(join(import.meta.dirname, 'watch-event-loop.ts')).href;
  const server = await BenchFlux.start({ NODE_OPTIONS: `--import=${preload}`, BENCH_LOOP_FILE: file });
  try {
    await readLoop(server, file);
    const result = await work(server);
    return { ...result, loop: await readLoop(server, file) };
  } finally {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Event loop delays of the server since the last call. */
async function readLoop(server: BenchFlux, file: string): Promise<EventLoopReport> {
  await rm(file, { force: true });
  server.process.signal('SIGUSR2');
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as EventLoopReport;
    await sleep(50);
  }
  throw new Error('The server did not say how its event loop fared.');
}

async function unzipAndHash(zip: string): Promise<number> {
  const folder = await mkdtemp(join(dirname(zip), 'unzip-'));
  try {
    const startedAt = performance.now();
    await run('unzip', ['-q', zip, '-d', folder]);
    await run('sh', ['-c', 'find . -type f -exec sha256sum {} +'], { cwd: folder });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
