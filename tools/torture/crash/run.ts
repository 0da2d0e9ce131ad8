import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '#server/platform/db/postmaster.ts';
import { request } from '#server/testing/http/request.ts';
import { FluxProcess } from '#server/testing/servers/flux-process.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import { signInAtProcess } from '#server/testing/servers/sign-in-at-process.ts';
import { Random } from '../random.ts';
import { sweepStopped } from './leftovers.ts';
import { CrashUser } from './user.ts';
import { settle, verify } from './verify.ts';

export interface CrashOptions {
  /** Number of kills. */
  count: number;
  seed: number;
  /** Maximum time between start and kill. */
  longestWorkMs: number;
  /** A start that takes longer is a violation. */
  readyWithinMs: number;
  onViolation?: (violation: string) => void;
  onProgress?: (done: number, report: CrashReport) => void;
}

export interface CrashReport {
  crashes: Record<Crash, number>;
  /** Acknowledged operations by kind. */
  acknowledged: Map<string, number>;
  /** Operations that a crash interrupted, by kind. */
  cutOff: Map<string, number>;
  /** Times from the start of the process, or from the end of its database, to readiness, in milliseconds. */
  readyMs: number[];
  violations: string[];
  seconds: number;
}

/** The process that gets SIGKILL: the server, its database, or both at once. */
type Crash = 'server' | 'database' | 'both';

interface Run extends CrashReport {
  options: CrashOptions;
  random: Random;
  flux: FluxProcess;
}

interface Scene {
  server: TestServer;
  users: readonly CrashUser[];
}

/** Kills a real server repeatedly at random moments and checks it against the acknowledged state. */
export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const run: Run = {
    options,
    random: new Random(options.seed),
    flux: await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'fatal' } }),
    crashes: { server: 0, database: 0, both: 0 },
    acknowledged: new Map(),
    cutOff: new Map(),
    readyMs: [],
    violations: [],
    seconds: 0,
  };
  const startedAt = performance.now();
  try {
    await play(run);
  } finally {
    await run.flux.dispose();
    run.seconds = (performance.now() - startedAt) / 1000;
  }
  return run;
}

async function play(run: Run): Promise<void> {
  const { flux, options, random } = run;
  await flux.start();
  const { server, people } = await signInAtProcess(flux, ['ada', 'bob']);
  const scene = { server, users: people.map((person, index) => new CrashUser(person, random.fork(index))) };
  for (let round = 1; round <= options.count; round += 1) {
    await crash(run, scene, `after crash ${round}`);
    await check(run, scene, `after crash ${round}`);
    options.onProgress?.(round, run);
  }
  await flux.stop();
  for (const leftover of await sweepStopped(flux.dataDir)) violate(run, leftover);
  await start(run, scene.server, 'after the sweep');
  await check(run, scene, 'after the sweep');
  for (const { ledger } of scene.users) addUp(run.acknowledged, ledger.acknowledged);
}

function violate(run: Run, violation: string): void {
  run.violations.push(violation);
  run.options.onViolation?.(violation);
}

async function crash(run: Run, { server, users }: Scene, when: string): Promise<void> {
  const { flux, random, options } = run;
  const kind = random.pick(['server', 'server', 'server', 'both', 'database'] as const);
  const recovered = new AbortController();
  const working = Promise.allSettled(users.map((user) => user.work(recovered.signal)));
  await sleep(random.below(options.longestWorkMs));
  run.crashes[kind] += 1;
  const postmaster = kind === 'server' ? null : await findPostmaster(flux.databaseDir);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  if (kind === 'database')
    await measureReady(run, when, () => databaseRestarted(run, server, postmaster?.pid));
  else await flux.kill();
  recovered.abort();
  for (const result of await working)
    if (result.status === 'rejected') violate(run, `while working: ${textOf(result.reason)}`);
  for (const { ledger } of users) if (ledger.pending) addUp(run.cutOff, new Map([[ledger.pending.kind, 1]]));
  if (kind !== 'database') await start(run, server, when);
}

async function start(run: Run, server: TestServer, when: string): Promise<void> {
  await measureReady(run, when, async () => {
    await run.flux.start();
    const { status } = await request(server, '/readyz');
    if (status !== 200) violate(run, `${when}: /readyz answers ${status} after the start`);
  });
}

/** Waits until the server has restarted its database and responds. */
async function databaseRestarted({ flux }: Run, server: TestServer, killedPid?: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const postmaster = await findPostmaster(flux.databaseDir);
    const isNew = postmaster !== null && postmaster.pid !== killedPid;
    if (isNew && (await request(server, '/readyz')).status === 200) return;
    if (performance.now() > deadline) throw new Error('The killed database was not started again in 60 s.');
    await sleep(20);
  }
}

async function measureReady(run: Run, when: string, becomeReady: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await becomeReady();
  const readyMs = performance.now() - startedAt;
  run.readyMs.push(readyMs);
  const { readyWithinMs } = run.options;
  if (readyMs > readyWithinMs)
    violate(run, `${when}: ready after ${readyMs.toFixed(0)} ms, not within ${readyWithinMs}`);
}

async function check(run: Run, { server, users }: Scene, when: string): Promise<void> {
  for (const user of users) {
    try {
      const found = [...(await settle(user)), ...(await verify(server, user, run.random))];
      for (const violation of found) violate(run, `${when}: ${violation}`);
    } catch (error) {
      violate(run, `${when}: ${textOf(error)}`);
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function addUp(totals: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [kind, count] of more) totals.set(kind, (totals.get(kind) ?? 0) + count);
}
