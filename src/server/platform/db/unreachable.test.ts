import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import { asFluxError } from '../http/responses/errors.ts';
import { type ConnectionOptions, connect } from './connect.ts';
import { isDatabaseUnavailable } from './unreachable.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Closed after the test, like everything that the test opens. */
function open(target: Pick<ConnectionOptions, 'url' | 'socketDir'>) {
  const { db, pool, close } = connect({ ...target, poolSize: 1, onConnectionError: () => {} });
  closing.push(close);
  return { pool, ask: (seconds = 0) => sql`select pg_sleep(${seconds})`.execute(db) };
}

/** The test database at a TCP port, like an external one. */
async function serveOverTcp() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const database = connectSocket(`${inject('socketDir')}/.s.PGSQL.5432`);
    sockets.push(socket);
    socket.once('close', () => database.destroy());
    for (const [from, to] of [
      [socket, database],
      [database, socket],
    ] as const)
      from.on('error', () => {}).pipe(to);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reset = () => {
    for (const socket of sockets.splice(0)) socket.resetAndDestroy();
  };
  closing.push(() => {
    reset();
    server.close();
  });
  return { port, url: `postgres://postgres@127.0.0.1:${port}/postgres`, server, reset };
}

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error) => error);

function expectAway(error: unknown) {
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  expect(asFluxError(error)).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 });
}

test('an unavailable database is detected by the driver’s errors, as 503', async () => {
  expectAway(await failure(open({ socketDir: '/nonexistent' }).ask()));
  const client = new pg.Client({ host: inject('socketDir'), user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  expectAway(await failure(client.query('select pg_terminate_backend(pg_backend_pid())')));
  expectAway(new Error('Connection terminated unexpectedly'));
  expectAway(Object.assign(new Error('the database system is starting up'), { code: '57P03' }));
});

test('an unavailable external database responds with 503, down or disconnected', async () => {
  const { url, server, reset } = await serveOverTcp();
  const { ask, pool } = open({ url });
  await ask();
  const asked = failure(ask(30));
  await expect.poll(() => pool.idleCount).toBe(0);
  reset();
  const broken = await asked;
  expect(broken).toMatchObject({ code: 'ECONNRESET' });
  expectAway(broken);
  server.close();
  const refused = await failure(ask());
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expectAway(refused);
});

test('a failed connection to another server is no database failure', async () => {
  const { port, server } = await serveOverTcp();
  server.close();
  const [refused] = await once(connectSocket(port, '127.0.0.1'), 'error');
  expect(refused).toMatchObject({ code: 'ECONNREFUSED', port });
  expect(isDatabaseUnavailable(refused)).toBe(false);
});

test('an error of a responding database is unchanged', async () => {
  const { port } = await serveOverTcp();
  const unknown = await failure(open({ url: `postgres://postgres@127.0.0.1:${port}/nonexistent` }).ask());
  expect(unknown).toMatchObject({ code: '3D000' });
  expect(isDatabaseUnavailable(unknown)).toBe(false);
});

test('other errors are unchanged', () => {
  for (const error of [
    null,
    'text',
    new Error('no'),
    new FluxError('not_found'),
    Object.assign(new Error('duplicate key'), { code: '23505' }),
    Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect', address: '/run/other' }),
  ])
    expect(isDatabaseUnavailable(error), String(error)).toBe(false);
});
