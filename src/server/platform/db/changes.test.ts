import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { createLog } from '../telemetry/log.ts';
import { announce, type Change, Changes } from './changes.ts';
import { type Connection, connect } from './connect.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.target, poolSize: 2, onConnectionError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A proxy before the database that can break connections and counts attempts. */
async function startDoor(socketDir: string) {
  const open = new Map<Socket, Socket>();
  const door = { up: true, knocks: 0 };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (!door.up) {
      door.knocks += 1;
      socket.destroy();
      return;
    }
    const inside = connectTo(join(socketDir, '.s.PGSQL.5432'));
    inside.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    open.set(
      socket.on('close', () => inside.destroy()),
      inside,
    );
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    door,
    port: (server.address() as AddressInfo).port,
    shut: () => {
      door.up = false;
      for (const socket of open.keys()) socket.destroy();
    },
    /** Open connections silently receive nothing more; new ones work. */
    swallow: () => {
      for (const [socket, inside] of open) {
        socket.unpipe(inside).resume();
        inside.unpipe(socket).resume();
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('after an outage with retries twice a second each change is received once', async () => {
  const { socketDir = '', database: name } = database.target;
  const network = await startDoor(socketDir);
  const target = { host: '127.0.0.1', port: network.port, user: 'postgres', database: name };
  const changes = new Changes(target, createLog('silent'));
  const heard: Change[] = [];
  const gaps = vi.fn();
  changes.subscribe({ onChange: (change) => heard.push(change), onGap: gaps });
  await changes.start();

  network.shut();
  await vi.waitFor(() => expect(changes.listening).toBe(false));
  expect(gaps).toHaveBeenCalled();
  await sleep(3_000);
  expect(network.door.knocks).toBeGreaterThan(2);
  expect(network.door.knocks).toBeLessThan(9);

  gaps.mockClear();
  network.door.up = true;
  await vi.waitFor(() => expect(changes.listening).toBe(true), 60_000);
  expect(gaps).toHaveBeenCalledTimes(1);
  await announce(connection.db, { kind: 'app', id: 'one' });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  await sleep(50);
  expect(heard).toEqual([{ kind: 'app', id: 'one' }]);

  await changes.close();
  await network.close();
});

test('a silently dead connection is detected and replaced', async () => {
  const { socketDir = '', database: name } = database.target;
  const network = await startDoor(socketDir);
  const target = { host: '127.0.0.1', port: network.port, user: 'postgres', database: name };
  const changes = new Changes(target, createLog('silent'), { everyMs: 100, timeoutMs: 1_000 });
  const heard: Change[] = [];
  const gaps = vi.fn();
  changes.subscribe({ onChange: (change) => heard.push(change), onGap: gaps });
  await changes.start();
  await sleep(500);
  expect(gaps).not.toHaveBeenCalled();

  network.swallow();
  await announce(connection.db, { kind: 'app', id: 'missed' });
  await vi.waitFor(() => expect(changes.listening).toBe(false), 60_000);
  await vi.waitFor(() => expect(changes.listening).toBe(true), 60_000);
  // Once when it was lost, and once when it was back: announcements may have been missed.
  expect(gaps).toHaveBeenCalledTimes(2);
  await announce(connection.db, { kind: 'app', id: 'heard' });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'app', id: 'heard' }]), 60_000);

  await changes.close();
  await network.close();
});

test('an invalid notification is ignored, and the next change is received', async () => {
  const { socketDir, database: name } = database.target;
  const target = { ...(socketDir && { host: socketDir }), user: 'postgres', ...(name && { database: name }) };
  const changes = new Changes(target, createLog('silent'));
  const heard: Change[] = [];
  changes.subscribe({ onChange: (change) => heard.push(change), onGap: () => {} });
  await changes.start();
  for (const payload of ['', 'no json', 'null', '[]', '{"kind":"app"}', '{"kind":1,"id":"a"}'])
    await sql`select pg_notify('flux_changes', ${payload})`.execute(connection.db);
  await announce(connection.db, { kind: 'app', id: 'two' });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'app', id: 'two' }]));
  await changes.close();
});
