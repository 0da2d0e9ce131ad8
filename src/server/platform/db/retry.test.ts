import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { type Connection, connect } from './connect.ts';
import { retryTransaction } from './retry.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.target, poolSize: 3, onConnectionError: () => {} });
  db = connection.db;
  await sql`create table marbles (name text primary key, moves int not null default 0)`.execute(db);
  await sql`insert into marbles values ('red'), ('blue')`.execute(db);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('two deadlocked transactions both succeed, each once', async () => {
  let waiting = 2;
  let runs = 0;
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
  const move = (names: string[]) =>
    retryTransaction(() =>
      db.transaction().execute(async (trx) => {
        runs++;
        for (const name of names) {
          await sql`update marbles set moves = moves + 1 where name = ${name}`.execute(trx);
          if (--waiting === 0) resolve();
          await bothHoldOne;
        }
      }),
    );
  await Promise.all([move(['red', 'blue']), move(['blue', 'red'])]);
  // The retried one may conflict with the other again.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect((await sql`select moves from marbles`.execute(db)).rows).toEqual([{ moves: 2 }, { moves: 2 }]);
});

test('other errors fail immediately, and permanent deadlocks after three retries', async () => {
  for (const [code, runs] of [
    ['23505', 1],
    ['40P01', 4],
    ['40001', 4],
  ] as const) {
    let seen = 0;
    const work = () => {
      seen++;
      return Promise.reject(Object.assign(new Error('no'), { code }));
    };
    await expect(retryTransaction(work)).rejects.toMatchObject({ code });
    expect(seen).toBe(runs);
  }
});
