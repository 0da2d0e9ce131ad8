import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '../platform/db/connect.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { createTestDatabase } from '../testing/servers/database.ts';
import { prepareSchema } from './prepare-schema.ts';

/** What `pg_dump --inserts` printed of a database after the last early migration. */
const earlySchema = new URL('../../../fixtures/early-schema.sql', import.meta.url);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connections: Connection<unknown>[];
let db: Kysely<unknown>;
beforeEach(async () => {
  database = await createTestDatabase();
  connections = [];
  db = open();
});
afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await database.drop();
});

function open(): Kysely<unknown> {
  const connection = connect<unknown>({ ...database.target, poolSize: 1, onConnectionError: () => {} });
  connections.push(connection);
  return connection.db;
}

async function loadEarlySchema(): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(db);
  await sql.raw(await readFile(earlySchema, 'utf8')).execute(db);
}

/** Every object of the schema as PostgreSQL defines it: what `pg_dump --schema-only` prints, without a client program. */
async function describeSchema(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace)
    select format('column %s.%s: %s %s %s %s %s %s', relname, attname, attnum, format_type(atttypid, atttypmod), attnotnull,
      concat(attidentity, attgenerated), pg_get_expr(adbin, adrelid), collname) as line
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_collation on pg_collation.oid = attcollation
    where relkind = 'r'
    union all select format('relation %s: %s %s', relname, relkind, reloptions) from own
    union all select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('index %s', pg_get_indexdef(indexrelid)) from pg_index join own on own.oid = indexrelid
    union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select format('function %s', pg_get_functiondef(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind <> 'a'
    union all select format('extension %s', extname) from pg_extension
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

async function migrations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

test('an adopted database has the schema of a new one and keeps its rows', async () => {
  const fresh = await describeSchema();
  expect(fresh.length).toBeGreaterThan(600);
  await loadEarlySchema();
  await sql`
    insert into users (id, username) values ('ada', 'Ada');
    insert into subscription_lives (user_id, stage, turn) values ('ada', 'trial', 3);
    insert into sendings (kind, user_id, network, sent_at) values ('report', 'ada', '192.0.2.0/24', now());
    insert into search_words (word) values ('lanterns')`.execute(db);
  await prepareSchema(db);
  expect(await describeSchema()).toEqual(fresh);
  const { rows } = await sql`
    select stage, cycle, submissions.kind, term, 'lantern' = any(deletion_variants) as "hasVariants"
    from subscription_lifecycles join submissions using (user_id), search_terms`.execute(db);
  expect(rows).toEqual([{ stage: 'trial', cycle: 3, kind: 'report', term: 'lanterns', hasVariants: true }]);
  expect(await migrations()).toEqual(['0001_initial']);
});

test('the triggers of an adopted database work', async () => {
  await loadEarlySchema();
  await prepareSchema(db);
  await sql`
    insert into users (id, username) values ('ada', 'Ada Byron');
    begin;
    insert into apps (id, owner_id, name, is_public, active_version_id, created_at, updated_at)
      values ('a', 'ada', 'Lanterns', true, 'v', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, report, uploaded_at)
      values ('v', 'a', '1.0', 'a.zip', 1, '{}', now()), ('w', 'a', '1.1', 'b.zip', 1, '{}', now());
    commit;
    update apps set active_version_id = 'w';
    insert into subscriptions (id, user_id, status, tier, created_at, updated_at)
      values ('s', 'ada', 'active', 'pro', now(), now())`.execute(db);
  const { rows } = await sql`
    select array(select term from search_terms order by term) as terms, former_version_ids as former,
      (select count(*) from subscription_lifecycles where due_at is not null) as due
    from delta_requests`.execute(db);
  expect(rows).toEqual([{ terms: ['byron', 'lanterns'], former: ['v'], due: 1 }]);
});

test('queues of renamed jobs are dropped with their schedules and jobs, and no other queue is', async () => {
  await loadEarlySchema();
  const { pool, close } = connect({ ...database.target, poolSize: 4, onConnectionError: () => {} });
  const jobs = createJobs(pool, createLog('silent'));
  const names = [
    'search.forget-words',
    'senders-prune',
    'payments-farewell',
    'subscription-life',
    'storage.sweep',
  ];
  for (const name of names)
    jobs.register({ name, concurrency: 1, retryLimit: 0, schedule: '0 0 1 1 *', run: async () => {} });
  await jobs.start();
  await jobs.stop();
  await pool.query(`insert into jobs.job (name, policy) select unnest($1::text[]), 'short'`, [names]);
  await close();
  await prepareSchema(db);
  const { rows } = await sql`
    select array(select name from jobs.queue where name = any(${names})) as queues,
      array(select name from jobs.schedule) as schedules, array(select distinct name from jobs.job) as jobs`.execute(
    db,
  );
  const left = ['storage.sweep'];
  expect(rows).toEqual([{ queues: left, schedules: left, jobs: left }]);
});

test('servers that start at the same time adopt a database once', async () => {
  await loadEarlySchema();
  await Promise.all([db, open(), open()].map((each) => prepareSchema(each)));
  expect(await migrations()).toEqual(['0001_initial']);
});

test('a database in the middle of the early migrations is unchanged, and the error says what to start', async () => {
  await loadEarlySchema();
  await sql`delete from kysely_migration where name > '0046'`.execute(db);
  const before = await describeSchema();
  await expect(prepareSchema(db)).rejects.toThrow(/migration 0045_aliases.*last version before 0\.1\.0/);
  expect(await describeSchema()).toEqual(before);
});
