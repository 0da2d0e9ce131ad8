import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { lives } from '../../testing/measures/process-tree.ts';
import { startWorkers, type WorkerTimes } from './workers.ts';

/**
 * A worker that behaves as the file `behaviour` says at its start. It writes its identity to `started` and received
 * job states to `jobs`. `cluster.test.ts` tests real workers.
 */
const worker = `
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
let behaviour = '';
let folder = '';
process.on('message', (message) => {
  if (message.kind === 'stop' && behaviour !== 'stubborn') process.exit(0);
  if (message.kind === 'jobs') appendFileSync(join(folder, 'jobs'), process.pid + ' ' + message.healthy + '\\n');
  if (message.kind !== 'start') return;
  const { config, stagingPart, runsJobs } = message.task;
  folder = config.dataDir;
  behaviour = readFileSync(join(folder, 'behaviour'), 'utf8');
  mkdirSync(join(folder, 'staging', stagingPart), { recursive: true });
  appendFileSync(join(folder, 'started'), JSON.stringify({ pid: process.pid, stagingPart, runsJobs, pool: config.databasePoolSize, level: config.logLevel }) + '\\n');
  if (behaviour === 'fails') return process.send({ kind: 'failed', message: 'It cannot.' }, () => process.exit(1));
  const alive = () => process.send({ kind: 'alive', jobs: runsJobs && behaviour !== 'unready' ? true : null });
  setInterval(alive, 20);
  alive();
  if (behaviour === 'unready') return;
  process.send({ kind: 'ready' }, () => {
    if (behaviour === 'hangs') for (;;);
  });
});
`;

const times: WorkerTimes = {
  tickMs: 50,
  silentTicks: 40,
  startTicks: 100,
  jobsTicks: 40,
  stopMs: 500,
  fastStopMs: 100,
};

interface Started {
  pid: number;
  stagingPart: string;
  runsJobs: boolean;
  pool: number;
  level: string;
}

let folder: string;
let stop: ((fast: boolean) => Promise<void>) | null;
const end = vi.fn(async () => {});
const { execArgv, execPath } = process;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-workers-'));
  await writeFile(join(folder, 'worker.mjs'), worker);
  await writeFile(join(folder, 'started'), '');
  await behave('works');
  stop = null;
  end.mockClear();
});
afterEach(async () => {
  process.execArgv = execArgv;
  process.execPath = execPath;
  await stop?.(true);
  for (const { pid } of await started()) expect(await lives(pid)).toBe(false);
  await rm(folder, { recursive: true });
});

async function behave(behaviour: 'works' | 'fails' | 'hangs' | 'unready' | 'stubborn'): Promise<void> {
  await writeFile(join(folder, 'behaviour'), behaviour);
}

async function started(): Promise<Started[]> {
  const text = await readFile(join(folder, 'started'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function start(processes: number): Promise<void> {
  const config = readConfig({
    FLUX_DATA: folder,
    FLUX_PROCESSES: String(processes),
    FLUX_LOG_LEVEL: 'silent',
  });
  const onEnd = (_name: string, step: (fast: boolean) => Promise<void>) => {
    stop = step;
  };
  const shutdown = { onEnd, end };
  const module = join(folder, 'worker.mjs');
  await startWorkers({ config, log: createLog('silent'), database: {}, shutdown, times, module });
}

/** Waits until so many were started in all. */
async function startedAre(count: number): Promise<Started[]> {
  await vi.waitFor(async () => expect(await started()).toHaveLength(count), {
    timeout: 20_000,
    interval: 50,
  });
  return started();
}

test('an unresponsive process is killed and replaced', async () => {
  await behave('hangs');
  await start(1);
  await behave('works');
  const [hung, next] = await startedAre(2);
  expect(await lives(hung?.pid ?? 0)).toBe(false);
  expect(await lives(next?.pid ?? 0)).toBe(true);
});

test('a process that never gets ready is killed, and the start fails', async () => {
  await behave('unready');
  await expect(start(1)).rejects.toThrow('SIGKILL');
});

test('a failed start has its reason', async () => {
  await behave('fails');
  await expect(start(2)).rejects.toThrow('It cannot.');
});

test('a failed replacement is retried later, and other workers continue', async () => {
  await start(2);
  const [first, second] = await startedAre(2);
  await behave('fails');
  process.kill((first?.runsJobs ? second : first)?.pid ?? 0, 'SIGKILL');
  await startedAre(4);
  await behave('works');
  await vi.waitFor(async () => {
    const last = (await started()).at(-1);
    expect(await lives(last?.pid ?? 0)).toBe(true);
  }, 60_000);
  expect(await lives((first?.runsJobs ? first : second)?.pid ?? 0)).toBe(true);
  expect(end).not.toHaveBeenCalled();
});

test('a failed fork is retried, and reported at the first start', async () => {
  process.execPath = join(folder, 'missing');
  await expect(start(1)).rejects.toThrow('ENOENT');
  process.execPath = execPath;
  await start(2);
  const [one] = await startedAre(2);
  process.execPath = join(folder, 'missing');
  process.kill(one?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(async () => expect(await lives(one?.pid ?? 0)).toBe(false));
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.execPath = execPath;
  await startedAre(3);
  expect(end).not.toHaveBeenCalled();
});

test('a process that does not stop in time is killed before the stop ends', async () => {
  await behave('stubborn');
  await start(2);
  const stubborn = await startedAre(2);
  await stop?.(false);
  for (const { pid } of stubborn) expect(await lives(pid)).toBe(false);
});

test('a replacement has the same configuration, whatever the environment files contain, and a new part of staging', async () => {
  process.execArgv = [
    ...execArgv,
    `--env-file=${join(folder, 'gone.env')}`,
    '--env-file',
    join(folder, 'gone'),
  ];
  await start(2);
  const before = await startedAre(2);
  const jobsWorker = before.find((one) => one.runsJobs);
  expect(before.map(({ pool }) => pool).sort()).toEqual([5, 7]);
  expect(jobsWorker?.pool).toBe(7);
  process.kill(jobsWorker?.pid ?? 0, 'SIGKILL');
  const next = (await startedAre(3))[2];
  expect(next).toMatchObject({ runsJobs: true, pool: 7, level: jobsWorker?.level });
  const left = await vi.waitFor(async () => {
    const parts = await readdir(join(folder, 'staging'));
    expect(parts).not.toContain(jobsWorker?.stagingPart);
    return parts;
  });
  expect(left).toContain(next?.stagingPart);
});

test('jobs are healthy while another worker takes them over, and not without one', async () => {
  await start(2);
  const [one, two] = await startedAre(2);
  const [jobsWorker, other] = one?.runsJobs ? [one, two] : [two, one];
  const heard = async () =>
    (await readFile(join(folder, 'jobs'), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith(`${other?.pid} `))
      .map((line) => line.split(' ')[1]);
  await vi.waitFor(async () => expect((await heard()).at(-1)).toBe('true'), 60_000);
  const known = (await heard()).length;
  process.kill(jobsWorker?.pid ?? 0, 'SIGKILL');
  const next = (await startedAre(3))[2];
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await heard()).toHaveLength(known);
  await behave('unready');
  process.kill(next?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(async () => expect((await heard()).at(-1)).toBe('false'), 60_000);
});
