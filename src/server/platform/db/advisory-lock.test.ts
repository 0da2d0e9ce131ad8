import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { listLocked, withAdvisoryLock } from './advisory-lock.ts';
import { type Connection, connect } from './connect.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
const lost: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({
    ...database.target,
    poolSize: 5,
    onConnectionError: (error) => lost.push(error),
  });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('work with one key never overlaps, work with another key continues', async () => {
  const events: string[] = [];
  const work = (key: string, name: string, meanwhile: () => Promise<void>) =>
    withAdvisoryLock(connection.db, key, async () => {
      events.push(`${name} in`);
      await meanwhile();
      events.push(`${name} out`);
    });
  const asked = Promise.withResolvers<void>();
  const first = work('one', 'a', async () => {
    asked.resolve();
    await work('other', 'c', () => sleep(50));
  });
  await asked.promise;
  await Promise.all([first, work('one', 'b', async () => {})]);
  expect(events).toEqual(['a in', 'c in', 'c out', 'a out', 'b in', 'b out']);
});

test('a failure releases the lock', async () => {
  const failing = withAdvisoryLock(connection.db, 'failing', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await withAdvisoryLock(connection.db, 'failing', async () => 'free')).toBe('free');
});

test('a lost connection neither ends the process nor fails the work', async () => {
  const result = await withAdvisoryLock(connection.db, 'cut', async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())
    `.execute(connection.db);
    await sleep(50);
    return 'done';
  });
  expect(result).toBe('done');
  expect(lost.length).toBeGreaterThan(0);
  expect(await withAdvisoryLock(connection.db, 'cut', async () => 'free')).toBe('free');
});

test('locked keys are listed until they are released', async () => {
  // Hashes are signed, but each half of a key is unsigned.
  const keys = ['one', 'two', 'three', 'four', 'five'];
  const { rows } = await sql<{ signs: number }>`
    select count(distinct hashtextextended(key, 0) < 0)::int as signs from unnest(${keys}::text[]) as key`.execute(
    connection.db,
  );
  expect(rows).toEqual([{ signs: 2 }]);
  expect(await listLocked(connection.db, [])).toEqual(new Set());
  for (const key of keys) {
    const whileLocked = await withAdvisoryLock(connection.db, key, () => listLocked(connection.db, keys));
    expect(whileLocked).toEqual(new Set([key]));
  }
  expect(await listLocked(connection.db, keys)).toEqual(new Set());
});
