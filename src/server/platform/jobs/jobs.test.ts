import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tables } from '../../db/schema.ts';
import { rowsRead } from '../../testing/measures/rows-read.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { connect } from '../db/connect.ts';
import { createLog } from '../telemetry/log.ts';
import { createJobs, type Jobs, type JobTimes } from './jobs.ts';
import { findOpen } from './queue.ts';

/** As often as pg-boss can. */
const times: JobTimes = { pollSeconds: 0.5, superviseSeconds: 1, retryDelaySeconds: 1, stalledMs: 1_500 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: { jobs: Jobs; close(): Promise<void> }[];
beforeEach(async () => {
  database = await createTestDatabase();
  opened = [];
});
afterEach(async () => {
  for (const { close } of opened) await close();
  await database.drop();
});

/** Another server on the test's database. */
function server() {
  const connection = connect<unknown>({ ...database.target, poolSize: 4, onConnectionError: () => {} });
  const jobs = createJobs(connection.pool, createLog('silent'), { times });
  const close = async () => {
    await jobs.stop();
    await connection.close();
  };
  opened.push({ jobs, close });
  return jobs;
}

async function until(holds: () => boolean | Promise<boolean>, seconds = 15): Promise<void> {
  for (let waited = 0; waited < seconds * 20; waited += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error('It never came to pass.');
}

test('a job runs with its data, in order of priority', async () => {
  const jobs = server();
  const ran: number[] = [];
  jobs.register<{ n: number }>({
    name: 'test.order',
    concurrency: 1,
    retryLimit: 0,
    run: async ({ n }) => {
      ran.push(n);
    },
  });
  await jobs.add('test.order', { n: 1 });
  await jobs.add('test.order', { n: 2 }, { priority: 5 });
  await jobs.add('test.order', { n: 3 });
  await jobs.start();
  await until(() => ran.length === 3);
  expect(ran).toEqual([2, 1, 3]);
});

test('while a job waits, another with its key is not added', async () => {
  const jobs = server();
  const ran: string[] = [];
  jobs.register<{ key: string }>({
    name: 'test.single',
    concurrency: 1,
    retryLimit: 0,
    run: async ({ key }) => {
      ran.push(key);
    },
  });
  const add = (key: string) => jobs.add('test.single', { key }, { singletonKey: key });
  for (let count = 0; count < 5; count += 1) await add('same');
  // Older jobs run first: another job of the first key would run before the last one.
  await add('last');
  await jobs.start();
  await until(() => ran.includes('last'));
  expect(ran).toEqual(['same', 'last']);
});

test('a job is open from adding until completion, including retries', async () => {
  const jobs = server();
  let tries = 0;
  jobs.register({
    name: 'test.open',
    concurrency: 1,
    retryLimit: 5,
    run: async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    },
  });
  const [id, never] = [randomUUID(), randomUUID()];
  const open = async () => [...(await jobs.findOpen('test.open', [id, never]))];
  await jobs.add('test.open', {}, { id });
  expect(await open()).toEqual([id]);
  await jobs.start();
  await until(() => tries === 1);
  expect(await open()).toEqual([id]);
  await until(async () => (await open()).length === 0, 18);
  expect(tries).toBe(2);
});

test('open jobs are found by index', async () => {
  const jobs = server();
  jobs.register({ name: 'test.many', concurrency: 1, retryLimit: 0, run: async () => {} });
  const id = randomUUID();
  await jobs.add('test.many', {}, { id });
  // All that it does is in one transaction.
  const { pool, db, close } = connect<Tables>({
    ...database.target,
    poolSize: 1,
    onConnectionError: () => {},
  });
  try {
    await pool.query(
      `insert into jobs.job (name, data, policy, singleton_key)
       select name, '{"sha256s": ["a", "b"]}', policy, number::text
       from jobs.job, generate_series(1, 20000) as number`,
    );
    await pool.query('analyze jobs.job_common');
    await pool.query('begin');
    const before = await rowsRead(db, 'job_common');
    expect(await findOpen(pool, 'test.many', [id, randomUUID()])).toEqual(new Set([id]));
    expect((await rowsRead(db, 'job_common')) - before).toBeLessThan(10);
  } finally {
    await close();
  }
});

test('a failed job is retried', async () => {
  const jobs = server();
  let tries = 0;
  jobs.register({
    name: 'test.retry',
    concurrency: 1,
    retryLimit: 2,
    run: async () => {
      tries += 1;
      if (tries === 1) throw new Error('the first time');
    },
  });
  await jobs.add('test.retry', {});
  await jobs.start();
  await until(() => tries === 2, 18);
});

test('a job interrupted by a stop is aborted, and another server runs it', async () => {
  const first = server();
  let aborted = false;
  const handler = { name: 'test.handover', concurrency: 1, retryLimit: 2 };
  let begun = false;
  first.register({
    ...handler,
    run: async (_data, signal) => {
      begun = true;
      await sleep(60_000, undefined, { signal }).catch(() => {
        aborted = true;
      });
      signal.throwIfAborted();
    },
  });
  await first.add('test.handover', {});
  await first.start();
  await until(() => begun);
  await first.stop();
  expect(aborted).toBe(true);
  const second = server();
  let taken = false;
  second.register({
    ...handler,
    run: async () => {
      taken = true;
    },
  });
  await second.start();
  await until(() => taken, 18);
});

test('a server that was never started stops immediately', async () => {
  const jobs = server();
  // A wait for a timer or the database would take a turn of the event loop.
  const nextTurn = new Promise<string>((resolve) => setImmediate(() => resolve('it waits')));
  expect(await Promise.race([jobs.stop(), nextTurn])).toBeUndefined();
  expect(jobs.healthy()).toBe(false);
});

test('jobs are healthy while the database responds', async () => {
  const connection = connect<unknown>({ ...database.target, poolSize: 4, onConnectionError: () => {} });
  let answers = true;
  const query = (text: string, values: unknown[]) =>
    answers ? connection.pool.query(text, values) : Promise.reject(new Error('no answer'));
  const jobs = createJobs({ query } as Pick<pg.Pool, 'query'>, createLog('silent'), { times });
  const close = async () => {
    answers = true;
    await jobs.stop();
    await connection.close();
  };
  opened.push({ jobs, close });
  jobs.register({ name: 'test.healthy', concurrency: 1, retryLimit: 0, run: async () => {} });
  expect(jobs.healthy()).toBe(false);
  await jobs.start();
  // By the workers' responses, not just by the start.
  await sleep(times.stalledMs + 500);
  await until(() => jobs.healthy());
  answers = false;
  await until(() => !jobs.healthy());
  answers = true;
  await until(() => jobs.healthy());
});

test('a job of a killed process is run by another', async () => {
  const dead = server();
  const handler = { name: 'test.killed', concurrency: 1, retryLimit: 2 };
  let begun = false;
  dead.register({
    ...handler,
    run: () => {
      begun = true;
      return new Promise(() => {});
    },
  });
  await dead.add('test.killed', {});
  await dead.start();
  await until(() => begun);
  // A dead process sends no more signs of life, while the job stays marked as running. This one lives, and sends some
  // every ten seconds: they are taken back.
  const connection = connect<unknown>({ ...database.target, poolSize: 1, onConnectionError: () => {} });
  const silence = () =>
    connection.pool.query(
      "update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'",
    );
  const other = server();
  let taken = false;
  other.register({
    ...handler,
    run: async () => {
      taken = true;
    },
  });
  await other.start();
  await until(async () => {
    if (!taken) await silence();
    return taken;
  }, 150);
  await connection.close();
}, 170_000);
