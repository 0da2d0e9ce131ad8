import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { type Connection, connect } from './connect.ts';
import { SessionLocks } from './session-locks.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
let other: Connection<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  const open = () => connect<unknown>({ ...database.target, poolSize: 2, onConnectionError: () => {} });
  connection = open();
  other = open();
});

afterAll(async () => {
  await connection.close();
  await other.close();
  await database.drop();
});

function locks(of = connection, lost: string[] = [], name = ''): SessionLocks {
  return new SessionLocks(of.pool, () => lost.push(name));
}

test('all locks of a process share one connection, released with the last', async () => {
  const held = await Promise.all(['a', 'b', 'c', 'd'].map((key) => locks().tryLock(key)));
  expect(held).not.toContain(null);
  expect(connection.pool.totalCount - connection.pool.idleCount).toBe(1);
  expect((await connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  for (const lock of held) await lock?.release();
  expect(connection.pool.totalCount - connection.pool.idleCount).toBe(0);
});

test('a held lock is refused to other callers and processes until it is released', async () => {
  const lock = await locks().tryLock('one');
  expect(await locks().tryLock('one')).toBeNull();
  expect(await locks(other).tryLock('one')).toBeNull();
  await lock?.release();
  const next = await locks(other).tryLock('one');
  expect(next).not.toBeNull();
  expect(await locks().tryLock('one')).toBeNull();
  await next?.release();
});

test('a lost connection loses all locks with a callback, and the next lock has another connection', async () => {
  const lost: string[] = [];
  const held = await Promise.all(['x', 'y'].map((key) => locks(connection, lost, key).tryLock(key)));
  await other.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await expect.poll(() => lost).toEqual(['x', 'y']);
  expect(held.map((lock) => lock?.lost)).toEqual([true, true]);
  const again = await locks().tryLock('x');
  expect(again?.lost).toBe(false);
  for (const lock of [...held, again]) await lock?.release();
  expect(connection.pool.totalCount - connection.pool.idleCount).toBe(0);
});
