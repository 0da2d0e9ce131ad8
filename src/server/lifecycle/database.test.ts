import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { findPostmaster, isPostmaster } from '../platform/db/postmaster.ts';
import { openDatabase } from './database.ts';

test('an external database with too few connections is reported at the start', async () => {
  const databaseUrl = `postgres://postgres@database.test/postgres?host=${inject('socketDir')}`;
  const place = { databaseUrl, dataDir: '' };
  // It accepts 300 connections, and reserves 3 of them for its superuser.
  await openDatabase({ ...place, databasePoolSize: 292, processes: 5 });
  await expect(openDatabase({ ...place, databasePoolSize: 293, processes: 5 })).rejects.toThrow(
    /^The database at database\.test\/postgres takes 297 connections, but Flux may want 298\. Please set FLUX_DATABASE_POOL/,
  );
});

test('a remaining embedded database is reused, and restarted if it has too few connections', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-database-'));
  const start = (connections: number) =>
    startEmbeddedPostgres(join(folder, 'postgres'), { max_connections: String(connections) });
  let latest: EmbeddedPostgres | null = null;
  try {
    const first = await start(20);
    latest = first;
    const second = await start(30);
    latest = second;
    await first.ended;
    expect(second.pid).not.toBe(first.pid);
    expect((await start(25)).pid).toBe(second.pid);
  } finally {
    await latest?.stop();
    await rm(folder, { recursive: true });
  }
});

test('a stale pid that another server’s database has now is ignored: both run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-database-'));
  const start = (name: string) => startEmbeddedPostgres(join(folder, name));
  const clusterOf = (name: string) => join(folder, name, 'cluster');
  const running: EmbeddedPostgres[] = [];
  try {
    const other = await start('other');
    running.push(other);
    await (await start('own')).stop();
    const file = await readFile(join(clusterOf('other'), 'postmaster.pid'), 'utf8');
    await writeFile(join(clusterOf('own'), 'postmaster.pid'), file);
    const own = await start('own');
    running.push(own);
    expect(own.pid).not.toBe(other.pid);
    expect(own.socketDir).not.toBe(other.socketDir);
    await own.stop();
    expect(await isPostmaster(other.pid, clusterOf('other'))).toBe(true);
  } finally {
    for (const postgres of running) await postgres.stop();
    await rm(folder, { recursive: true });
  }
});

test('empty lock files after a power cut do not prevent the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-database-'));
  const start = () => startEmbeddedPostgres(join(folder, 'postgres'));
  let latest: EmbeddedPostgres | null = null;
  try {
    for (const left of ['', '\0\0\0\0']) {
      latest = await start();
      await latest.stop();
      await writeFile(join(folder, 'postgres/cluster/postmaster.pid'), left);
      await writeFile(join(latest.socketDir, '.s.PGSQL.5432.lock'), left);
    }
    latest = await start();
  } finally {
    await latest?.stop();
    await rm(folder, { recursive: true });
  }
});

test('an aborted start stops the recovering database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-database-'));
  const dir = join(folder, 'postgres');
  const start = (check: () => void) =>
    startEmbeddedPostgres(dir, { hot_standby: 'off' }, { onSlow: () => {}, check }).catch(
      (error: Error) => error.message,
    );
  let first: ReturnType<typeof start> | null = null;
  try {
    await (await startEmbeddedPostgres(dir)).stop();
    // A replica without promotion reports recovery forever.
    await writeFile(join(dir, 'cluster/standby.signal'), '');
    const recovers = Promise.withResolvers<void>();
    first = start(recovers.resolve);
    await recovers.promise;
    const found = await findPostmaster(join(dir, 'cluster'));
    const givenUp = start(() => {
      throw new Error('given up');
    });
    expect(await givenUp).toBe('given up');
    expect(await isPostmaster(found?.pid ?? 0, join(dir, 'cluster'))).toBe(false);
  } finally {
    const left = await findPostmaster(join(dir, 'cluster'));
    if (left !== null) process.kill(left.pid, 'SIGINT');
    await first;
    await rm(folder, { recursive: true });
  }
});
