import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { clientConfig } from '../platform/db/connect.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { createTestDatabase } from '../testing/servers/database.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { startServer } from './server.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let ends: ((fast: boolean) => Promise<void>)[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flux-server-'));
  database = await createTestDatabase();
  ends = [];
});
afterEach(async () => {
  for (const end of ends.reverse()) await end(false);
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string>) {
  const port = await freePort();
  const config = readConfig({ FLUX_DATA: dataDir, PORT: String(port), FLUX_PROCESSES: '1', ...env });
  const shutdown = { onEnd: (_name: string, step: (fast: boolean) => Promise<void>) => void ends.push(step) };
  await startServer({ config, log: createLog('silent'), database: database.target, shutdown });
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { status: response.status, readiness: await response.json() };
}

/** The scheduled jobs. Null: the job queue was not created. */
async function scheduled(): Promise<string[] | null> {
  const client = new pg.Client(clientConfig(database.target));
  await client.connect();
  try {
    const { rows: found } = await client.query("select to_regclass('jobs.schedule') is not null as made");
    if (!found[0]?.made) return null;
    const { rows } = await client.query<{ name: string }>('select name from jobs.schedule');
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

test('a server runs its sweeps by itself', async () => {
  expect(await start({})).toMatchObject({ status: 200, readiness: { jobs: 'ready' } });
  expect(await scheduled()).toEqual(expect.arrayContaining(['storage.sweep', 'storage.sweep-files']));
});

test('with background jobs off nothing is scheduled, and the server says so', async () => {
  expect(await start({ FLUX_BACKGROUND_JOBS: 'off' })).toEqual({
    status: 503,
    readiness: { status: 'not ready', database: 'ready', storage: 'ready', jobs: 'off' },
  });
  expect(await scheduled()).toBeNull();
});
