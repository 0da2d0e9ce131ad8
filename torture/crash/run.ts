import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../src/server/platform/db/postmaster.ts';
import { FluxProcess } from '../../src/server/testing/flux-process.ts';
import { request } from '../../src/server/testing/request.ts';
import type { TestServer } from '../../src/server/testing/server.ts';
import { meet } from '../meet.ts';
import { Random } from '../random.ts';
import { sweepStopped } from './leftovers.ts';
import { CrashUser } from './user.ts';
import { settle, verify } from './verify.ts';

export interface CrashOptions {
  /** How often the server is killed. */
  count: number;
  seed: number;
  /** It works for up to this long before it is killed. */
  longestWorkMs: number;
  onProgress?: (done: number, report: CrashReport) => void;
}

export interface CrashReport {
  crashes: Record<Crash, number>;
  /** Acknowledged operations by kind. */
  acknowledged: Map<string, number>;
  /** Operations that a crash cut off, by kind. */
  cutOff: Map<string, number>;
  /** Times from the start of the process until it was ready, in milliseconds. */
  readyMs: number[];
  violations: string[];
  seconds: number;
}

/** Who is killed by SIGKILL: the server, its database, or both at once. */
type Crash = 'server' | 'database' | 'both';

/** Kills a real server at random moments, again and again, and holds it to what it had acknowledged. */
export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const random = new Random(options.seed);
  const flux = await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'fatal' } });
  const report: CrashReport = {
    crashes: { server: 0, database: 0, both: 0 },
    acknowledged: new Map(),
    cutOff: new Map(),
    readyMs: [],
    violations: [],
    seconds: 0,
  };
  const startedAt = performance.now();
  try {
    await flux.start();
    const { server, people } = await meet(flux, ['ada', 'bob']);
    const users = people.map((person, index) => new CrashUser(person, random.fork(index)));
    for (let round = 1; round <= options.count; round += 1) {
      await crash(flux, users, options, random, report);
      await start(flux, server, report);
      await check(server, users, random, report, `after crash ${round}`);
      options.onProgress?.(round, report);
    }
    await flux.stop();
    report.violations.push(...(await sweepStopped(flux.dataDir)));
    await start(flux, server, report);
    await check(server, users, random, report, 'after the sweep');
    for (const { ledger } of users) addUp(report.acknowledged, ledger.acknowledged);
  } finally {
    await flux.dispose();
    report.seconds = (performance.now() - startedAt) / 1000;
  }
  return report;
}

async function crash(
  flux: FluxProcess,
  users: readonly CrashUser[],
  options: CrashOptions,
  random: Random,
  report: CrashReport,
): Promise<void> {
  const kind = random.pick(['server', 'server', 'server', 'both', 'database'] as const);
  const working = Promise.allSettled(users.map((user) => user.work()));
  await sleep(random.below(options.longestWorkMs));
  report.crashes[kind] += 1;
  const postmaster = kind === 'server' ? null : await findPostmaster(flux.databaseDir);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  // A server whose database is gone ends by itself, so that whoever watches it starts both again.
  if (kind === 'database') await flux.ended();
  else await flux.kill();
  for (const result of await working)
    if (result.status === 'rejected') report.violations.push(`while working: ${String(result.reason)}`);
  for (const { ledger } of users)
    if (ledger.pending) addUp(report.cutOff, new Map([[ledger.pending.kind, 1]]));
}

async function start(flux: FluxProcess, server: TestServer, report: CrashReport): Promise<void> {
  const startedAt = performance.now();
  await flux.start();
  const { status } = await request(server, '/readyz');
  report.readyMs.push(performance.now() - startedAt);
  if (status !== 200) report.violations.push(`/readyz answers ${status} after the start`);
}

async function check(
  server: TestServer,
  users: readonly CrashUser[],
  random: Random,
  report: CrashReport,
  when: string,
): Promise<void> {
  for (const user of users) {
    try {
      const found = [...(await settle(user)), ...(await verify(server, user, random))];
      report.violations.push(...found.map((violation) => `${when}: ${violation}`));
    } catch (error) {
      report.violations.push(
        `${when}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}

function addUp(totals: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [kind, count] of more) totals.set(kind, (totals.get(kind) ?? 0) + count);
}
