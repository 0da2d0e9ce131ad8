import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeZip } from '../../fixtures/zip.ts';
import { blobKey } from '../../src/server/features/storage/keys.ts';
import { startCaddy } from './caddy.ts';
import { type Figure, figure, median } from './figures.ts';
import { BenchFlux, type FileResponse } from './flux.ts';
import { type Address, download, requestRate } from './load.ts';
import { sameHeaders, startNginx } from './nginx.ts';
import type { Peer } from './peer.ts';
import { cpuSeconds, evict, pin, processTree } from './processes.ts';
import type { Effort } from './run.ts';

const servingCore = '0';
const loadCore = '1';
const largeBytes = 30_000_000;
/** Concurrent connections that fetch the large file. */
const readers = 4;
const small = { '5 kB': 'small.png', '100 kB': 'medium.png' } as const;
const hot = 'Build/hot.mp4';
const coldName = (round: number) => `Build/cold-${round}.mp4`;

/** The measured server and its address for a path of the build. */
interface Contender {
  name: string;
  pids: number[];
  address(path: string): Address;
  /** The path of a file's copy on disk. */
  file(path: string): string;
}

/**
 * Requests per second and bytes per second of the real server process, compared with nginx and the same
 * bytes.
 */
export async function measureServing(effort: Effort): Promise<Figure[]> {
  const files = makeFiles(effort.rounds);
  const entries = [...files].map(([name, data]) => ({ name, data, method: 'store' as const }));
  const flux = await BenchFlux.start();
  const root = await mkdtemp(join(dirname(flux.process.dataDir), 'flux-bench-files-'));
  const peers: Peer[] = [];
  try {
    const { appId } = await flux.publish('bench.zip', makeZip(entries));
    for (const [name, data] of files) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), data);
    }
    const probes = new Map<string, FileResponse>();
    for (const name of files.keys()) probes.set(name, await flux.headersOf(appId, `/${name}`));
    peers.push(await startNginx(root, locationsOf(probes)));
    peers.push(await startCaddy(root, probes.get(small['5 kB'])?.headers ?? {}));
    await pin(flux.process.pid, servingCore);
    await pin(process.pid, loadCore);
    const own = ownContender(flux, appId, files, probes);
    const contenders = [own, ...(await pinnedPeers(peers, root))];
    return [...(await compareRates(contenders, effort)), ...(await compareThroughput(contenders, effort))];
  } finally {
    await pin(process.pid, '0-1023');
    for (const peer of peers) await peer.stop();
    await flux.dispose();
    await rm(root, { recursive: true, force: true });
  }
}

/** Media, which no encoding makes smaller: both sides send the same bytes. */
function makeFiles(rounds: number): Map<string, Buffer> {
  return new Map([
    ['index.html', Buffer.from('<!doctype html><title>Benchmark</title>')],
    [small['5 kB'], randomBytes(5_000)],
    [small['100 kB'], randomBytes(100_000)],
    [hot, randomBytes(largeBytes)],
    ...Array.from({ length: rounds }, (_, round): [string, Buffer] => [
      coldName(round),
      randomBytes(largeBytes),
    ]),
  ]);
}

function locationsOf(probes: ReadonlyMap<string, FileResponse>): string {
  return [...probes]
    .map(([name, { headers }]) => `location = /${name} {\n${sameHeaders(headers)}\n}`)
    .join('\n');
}

function ownContender(
  flux: BenchFlux,
  appId: string,
  files: ReadonlyMap<string, Buffer>,
  probes: ReadonlyMap<string, FileResponse>,
): Contender {
  const { pid, port, dataDir } = flux.process;
  return {
    name: 'Flux',
    pids: [pid],
    address: (name) => ({ port, host: flux.hostOf(appId), path: probes.get(name)?.path ?? `/${name}` }),
    file: (name) => {
      const sha256 = createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex');
      return join(dataDir, 'blobs', blobKey(sha256, 'identity', sha256));
    },
  };
}

async function pinnedPeers(peers: readonly Peer[], root: string): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const { name, pid, port } of peers) {
    const pids = await processTree(pid);
    for (const one of pids) await pin(one, servingCore);
    contenders.push({
      name,
      pids,
      address: (path) => ({ port, host: `127.0.0.1:${port}`, path: `/${path}` }),
      file: (path) => join(root, path),
    });
  }
  return contenders;
}

async function compareRates(contenders: readonly Contender[], effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [size, path] of Object.entries(small)) {
    // Compiles code and loads files into memory before the clock starts.
    for (const { address } of contenders) await requestRate(address(path), loadCore, effort.seconds);
    const costs = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
    const rates = await inRounds(contenders, effort.rounds, async (contender) => {
      const before = await cpuSeconds(contender.pids);
      const { rate, requests } = await requestRate(contender.address(path), loadCore, effort.seconds);
      const used = (await cpuSeconds(contender.pids)) - before;
      costs.get(contender.name)?.push((used * 1e6) / requests);
      return rate;
    });
    const cost = (name: string) => `${median(costs.get(name) ?? []).toFixed(0)} µs of CPU each`;
    const name = `requests/s, ${size}`;
    const { Flux = 0, nginx = 0, caddy = 0 } = rates;
    const say = (peer: string, rate: number) =>
      `${peer} ${Math.round(rate)}/s at ${cost(peer)}, Flux ${Math.round(Flux)}/s at ${cost('Flux')}`;
    figures.push(figure(name, Flux / nginx, '× nginx', { atLeast: 0.95 }, say('nginx', nginx)));
    figures.push(figure(name, Flux / caddy, '× caddy', { atLeast: 1 }, say('caddy', caddy)));
  }
  return figures;
}

async function compareThroughput(contenders: readonly Contender[], effort: Effort): Promise<Figure[]> {
  const two = contenders.filter(({ name }) => name !== 'caddy');
  const cpu = new Map<string, number[]>(two.map(({ name }) => [name, []]));
  const warm = await inRounds(two, effort.rounds, async (contender) => {
    const times = Math.ceil(effort.seconds * 10);
    // Frequently requested content is in memory before the clock starts.
    await download(contender.address(hot), largeBytes, 5);
    const before = await cpuSeconds(contender.pids);
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: readers }, () => download(contender.address(hot), largeBytes, times)),
    );
    const gigabytes = (readers * times * largeBytes) / 1e9;
    cpu.get(contender.name)?.push(((await cpuSeconds(contender.pids)) - before) / gigabytes);
    return gigabytes / ((performance.now() - startedAt) / 1000);
  });
  const cold = await inRounds(two, effort.rounds, async (contender, round) => {
    await evict(contender.file(coldName(round)));
    return largeBytes / 1e9 / (await download(contender.address(coldName(round)), largeBytes, 1));
  });
  const rate = ({ Flux = 0, nginx = 0 }: Record<string, number>) =>
    `nginx ${nginx.toFixed(2)} GB/s, Flux ${Flux.toFixed(2)} GB/s`;
  const [ours, theirs] = [median(cpu.get('Flux') ?? []), median(cpu.get('nginx') ?? [])];
  const seconds = `nginx ${theirs.toFixed(3)} s/GB, Flux ${ours.toFixed(3)} s/GB`;
  const ratio = ({ Flux = 0, nginx = 0 }: Record<string, number>) => Flux / nginx;
  return [
    figure('30 MB file from memory, GB/s', ratio(warm), '× nginx', { atLeast: 2 }, rate(warm)),
    figure('30 MB file from memory, CPU per GB', ours / theirs, '× nginx', { atMost: 2 }, seconds),
    figure('30 MB file from disk, GB/s', ratio(cold), '× nginx', { atLeast: 1 }, rate(cold)),
  ];
}

/** Measures each contender once per round, in alternating order, and returns the medians. */
async function inRounds(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender, round: number) => Promise<number>,
): Promise<Record<string, number>> {
  const measured = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const contender of order) measured.get(contender.name)?.push(await measure(contender, round));
  }
  return Object.fromEntries([...measured].map(([name, values]) => [name, median(values)]));
}
