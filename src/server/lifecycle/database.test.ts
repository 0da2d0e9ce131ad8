import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { openDatabase } from './database.ts';

test('a database of others that takes fewer connections than Flux may want is told before anybody comes', async () => {
  const databaseUrl = `postgres://postgres@database.test/postgres?host=${inject('socketDir')}`;
  const place = { databaseUrl, dataDir: '' };
  // It takes 300, and keeps 3 of them for its superuser.
  await openDatabase({ ...place, databasePoolSize: 292, processes: 5 });
  await expect(openDatabase({ ...place, databasePoolSize: 293, processes: 5 })).rejects.toThrow(
    /^The database at database\.test\/postgres takes 297 connections, but Flux may want 298\. Please set FLUX_DATABASE_POOL/,
  );
});

test('an embedded database that was left is used again, and started anew where it takes too few connections', async () => {
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
