import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeZip } from '../../fixtures/zip.ts';
import { watchMemory } from '../../src/server/testing/measures/process-memory.ts';
import { startCaddy } from './caddy.ts';
import { type Figure, figure, median } from './figures.ts';
import { BenchFlux } from './flux.ts';
import { sameHeaders, startNginx } from './nginx.ts';
import type { Peer } from './peer.ts';
import type { PlayerLoad, PlayerLoadResult } from './player-load.ts';
import type { Effort } from './run.ts';

/** Files of a build with types that no server compresses, so that all servers send the same bytes. */
const sizes = {
  'Build/loader.mp3': 30_000,
  'Build/framework.mp3': 100_000,
  'Build/game.wasm.mp4': 2_000_000,
  'Build/game.data.mp4': 4_000_000,
};
/** One player in this many reads slowly. */
const slowShare = 20;
const stalledReaders = 500;
const stalledMs = 4_000;
const askEveryMs = 100;
const idleAsks = 150;
/** Sampled rarely, because sampling takes CPU time from the measured servers. */
const memoryEveryMs = 500;
const megabyte = 1_048_576;

interface Contender {
  name: string;
  files: PlayerLoad['files'];
}

/** Response times of Flux's API while each contender is under load. */
export async function measurePlayers(effort: Effort): Promise<Figure[]> {
  const isQuick = effort.rounds === 1;
  const players = isQuick ? 200 : 1_000;
  const bytes = new Map(Object.entries(sizes).map(([name, size]) => [name, randomBytes(size)]));
  const flux = await BenchFlux.start({
    FLUX_PROCESSES: String(availableParallelism()),
    // Requests carry client addresses as behind a proxy. Otherwise the list requests would exceed the rate
    // limit of one address.
    FLUX_TRUSTED_PROXIES: '127.0.0.1',
  });
  const root = await mkdtemp(join(dirname(flux.process.dataDir), 'flux-bench-files-'));
  const peers: Peer[] = [];
  try {
    const page = { name: 'index.html', data: Buffer.from('<!doctype html><title>Benchmark</title>') };
    const entries = [...bytes].map(([name, data]) => ({ name, data, method: 'store' as const }));
    const { appId } = await flux.publish('bench.zip', makeZip([page, ...entries]));
    const own: Contender = { name: 'Flux', files: [] };
    const locations: string[] = [];
    let headers = {};
    for (const [name, data] of bytes) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), data);
      const probe = await flux.headersOf(appId, `/${name}`);
      const { path } = probe;
      headers = probe.headers;
      own.files.push({ port: flux.process.port, host: flux.hostOf(appId), path, size: data.length });
      locations.push(`location = /${name} {\n${sameHeaders(probe.headers)}\n}`);
    }
    peers.push(await startNginx(root, locations.join('\n'), 'auto'));
    peers.push(await startCaddy(root, headers, availableParallelism()));
    const contenders = [own, ...peers.map((peer) => contenderOf(peer, bytes))];
    return await compare(flux, contenders, { players, rounds: isQuick ? 1 : effort.rounds });
  } finally {
    for (const peer of peers) await peer.stop();
    await flux.dispose();
    await rm(root, { recursive: true, force: true });
  }
}

function contenderOf({ name, port }: Peer, bytes: ReadonlyMap<string, Buffer>): Contender {
  const files = [...bytes].map(([path, { length: size }]) => ({
    ...{ port, host: `127.0.0.1:${port}`, path: `/${path}` },
    size,
  }));
  return { name, files };
}

async function compare(
  flux: BenchFlux,
  contenders: readonly Contender[],
  { players, rounds }: { players: number; rounds: number },
): Promise<Figure[]> {
  const { pid } = flux.process;
  const slow = Math.floor(players / slowShare);
  const seconds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const spread = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  /** Response times of Flux's API while this contender is under load. */
  const waits = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const asker = new Asker(flux);
  const idle = await asker.ask(idleAsks);
  const peaks: number[] = [];
  const before = await memoryOf(pid);
  // The first round warms up the servers: heap growth in it is not a leak.
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, files } of contenders) {
      const memory = name === 'Flux' ? await watchMemory(pid, memoryEveryMs) : null;
      const asking = asker.begin();
      const result = await loadPlayers({ files, players, slow });
      const waited = await asking.stop();
      const peak = (await memory?.stop())?.peakBytes;
      if (round < 0) continue;
      seconds.get(name)?.push(result.seconds);
      spread.get(name)?.push(Math.max(...result.each) / median(result.each));
      waits.get(name)?.push(...waited);
      if (peak !== undefined) peaks.push(peak);
    }
  }
  asker.close();
  const after = await memoryOf(pid);
  const stalled = await stalledCost(flux, contenders[0]?.files.at(-1));
  const loaded = waits.get('Flux') ?? [];
  const of = (all: ReadonlyMap<string, number[]>, name: string) => median(all.get(name) ?? []);
  const times = contenders.map(({ name }) => `${name} ${of(seconds, name).toFixed(2)} s`).join(', ');
  const spreads = contenders.map(({ name }) => `${name} ${of(spread, name).toFixed(2)}`).join(', ');
  const loadName = `${players} players at once`;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const mb = (value: number) => `${Math.round(value / megabyte)} MB`;
  return [
    figure(
      `${loadName}, until all have it`,
      of(seconds, 'Flux') / of(seconds, 'nginx'),
      '× nginx',
      { atMost: 2 },
      times,
    ),
    figure(
      `${loadName}, until all have it`,
      of(seconds, 'Flux') / of(seconds, 'caddy'),
      '× caddy',
      { atMost: 1 },
      times,
    ),
    figure(`${loadName}, the slowest`, of(spread, 'Flux'), '× the median', { atMost: 2 }, spreads),
    figure(
      'an API call meanwhile, p99',
      p99(loaded) / p99(idle),
      '× idle',
      { atMost: 3 },
      `idle median ${ms(median(idle))}, p99 ${ms(p99(idle))}; loaded median ${ms(median(loaded))}, p99 ${ms(p99(loaded))} of ${loaded.length}; while nginx is loaded instead p99 ${ms(p99(waits.get('nginx') ?? []))}, Caddy ${ms(p99(waits.get('caddy') ?? []))}`,
    ),
    figure(
      `${loadName}, memory of the last round`,
      (peaks.at(-1) ?? 0) / (peaks[0] ?? 0),
      '× the first',
      { atMost: 1.1 },
      `at the start ${mb(before)}, at most ${mb(Math.max(...peaks))}, at the end ${mb(after)}`,
    ),
    figure('memory for a reader who takes nothing', stalled / 1024, 'kB', { atMost: 150 }),
  ];
}

async function memoryOf(pid: number): Promise<number> {
  const watch = await watchMemory(pid);
  return (await watch.stop()).idleBytes;
}

const playerLoadModule = fileURLToPath(new URL('player-load.ts', import.meta.url));

/** Runs in its own process, so that concurrent requests wait only for the servers. */
async function loadPlayers(order: PlayerLoad): Promise<PlayerLoadResult> {
  const child = fork(playerLoadModule);
  try {
    child.send(order);
    const [result] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The players failed.'))),
    ]);
    return result as PlayerLoadResult;
  } finally {
    child.kill();
  }
}

/** Server memory in bytes per connection that requests a large file and reads none of it. */
async function stalledCost(flux: BenchFlux, file: PlayerLoad['files'][number] | undefined): Promise<number> {
  if (!file) return Number.NaN;
  const before = await memoryOf(flux.process.pid);
  const sockets: Socket[] = [];
  for (let index = 0; index < stalledReaders; index += 1) {
    const socket = connect({ port: file.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET ${file.path} HTTP/1.1\r\nHost: ${file.host}\r\n\r\n`);
    sockets.push(socket);
  }
  await sleep(stalledMs);
  const during = await memoryOf(flux.process.pid);
  for (const socket of sockets) socket.destroy();
  return Math.max(0, during - before) / stalledReaders;
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** Requests the first page of the list repeatedly, each time from another address. */
class Asker {
  readonly #flux: BenchFlux;
  readonly #agent = new Agent({ keepAlive: true });
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(flux: BenchFlux) {
    this.#flux = flux;
  }

  /** @returns response times in milliseconds */
  async ask(times: number): Promise<number[]> {
    const all: number[] = [];
    for (let index = 0; index < times; index += 1) {
      all.push(await this.#once());
      await sleep(askEveryMs);
    }
    return all;
  }

  /** A fixed rate, independent of earlier responses: slow responses do not delay later requests. */
  begin(): { stop(): Promise<number[]> } {
    const all: Promise<number>[] = [];
    this.#timer = setInterval(() => all.push(this.#once()), askEveryMs);
    return {
      stop: () => {
        clearInterval(this.#timer);
        return Promise.all(all);
      },
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  #once(): Promise<number> {
    const { port } = this.#flux.process;
    this.#asked += 1;
    const address = `10.${(this.#asked >> 16) & 255}.${(this.#asked >> 8) & 255}.${this.#asked & 255}`;
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          ...{ host: '127.0.0.1', port, path: '/api/applications?limit=24', agent: this.#agent },
          headers: { host: `flux.localhost:${port}`, 'x-forwarded-for': address },
        },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`The list answers ${answer.statusCode}.`));
          answer.resume().once('end', () => resolve(performance.now() - startedAt));
        },
      );
      asking.once('error', (error) => {
        // The server closed a keep-alive connection at the moment of its reuse.
        if (asking.reusedSocket) this.#once().then(resolve, reject);
        else reject(error);
      });
      asking.end();
    });
  }
}
