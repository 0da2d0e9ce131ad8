import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '../../platform/db/connect.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { prepareSchema } from '../prepare-schema.ts';

/** The dump of an older Flux. */
const earlySchema = new URL('../../../../fixtures/early-schema.sql', import.meta.url);
const guide = new URL('../../../../docs/self-hosting.md', import.meta.url);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
beforeEach(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.target, poolSize: 1, onConnectionError: () => {} });
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

/** Everything of a database that a dump would bring or a migration make. */
async function listAll(): Promise<unknown[]> {
  const { rows } = await sql`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all select nspname, proname from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all select 'extension', extname from pg_extension
    union all select 'schema', nspname from pg_namespace where nspname !~ '^pg_'
    order by 1, 2`.execute(connection.db);
  return rows;
}

test('a database emptied as the guide says accepts a dump of an older Flux and its migrations', async () => {
  const migrated = await listAll();
  const empty = /^psql .* --command='([^']+)'$/m.exec(await readFile(guide, 'utf8'))?.[1] ?? '';
  // The job queue creates its schema when a server starts.
  await sql`create schema jobs; create table jobs.schedule (name text)`.execute(connection.db);
  await sql.raw(empty).execute(connection.db);
  expect(await listAll()).toEqual([
    { schema: 'extension', name: 'plpgsql' },
    { schema: 'schema', name: 'information_schema' },
    { schema: 'schema', name: 'public' },
  ]);
  await sql.raw(await readFile(earlySchema, 'utf8')).execute(connection.db);
  await prepareSchema(connection.db);
  expect(await listAll()).toEqual(migrated);
});
