import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { LocalBlobStore } from './platform/blobs/local.ts';
import { startServer, type TestServer } from './testing/servers/server.ts';
import { DistantStore, storesOf } from './testing/storage/distant-store.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(jobs: boolean): Promise<(path: string) => Promise<Response>> {
  const server = await startServer({ jobs });
  servers.push(server);
  return (path) => fetch(`http://127.0.0.1:${server.port}${path}`);
}

test('a Flux that runs is healthy and ready, asked by number as well as by name', async () => {
  const get = await start(true);
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  const response = await get('/readyz');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    status: 'ready',
    database: 'ready',
    storage: 'ready',
    jobs: 'ready',
  });
});

test('without background work Flux is healthy but not ready, and says which part', async () => {
  const get = await start(false);
  expect((await get('/healthz')).status).toBe(200);
  const response = await get('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: 'not ready', database: 'ready', jobs: 'not ready' });
});

test('storage that takes no bytes is not ready', async () => {
  const get = await start(true);
  const folder = servers[0]?.context.folders.blobs ?? '';
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in its place');
  const response = await get('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ database: 'ready', storage: 'not ready' });
});

test('a cloud that is away is told, and sends nobody elsewhere: what is cached plays on', async () => {
  const get = await start(true);
  const context = servers[0]?.context;
  if (!context) throw new Error('It did not start.');
  const cloud = new DistantStore(new LocalBlobStore(context.folders.staging));
  Object.assign(context, { stores: storesOf({ [builtinStorageId]: cloud }) });
  cloud.problem = 'unreachable';
  const response = await get('/readyz');
  expect(await response.json()).toEqual({
    status: 'ready',
    database: 'ready',
    storage: 'not ready',
    jobs: 'ready',
  });
  expect(response.status).toBe(200);
});

test('connections that the database ends are replaced, and Flux stays ready', async () => {
  const get = await start(true);
  await servers[0]?.context.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
});
