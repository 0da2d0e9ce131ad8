import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMany } from '#server/testing/measures/many-rows.ts';
import { withStatements } from '#server/testing/measures/statements.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  listAdminApplications,
  listAdminOrganizations,
  listAuditLog,
  listUsers,
} from '#shared/admin/admin.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';

/** More rows than one page may walk, so that each search strategy is used. */
const many = 22_000;

let server: TestServer;
let root: Person;

beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
  await addMany();
});
afterAll(() => server.close());

/**
 * Number 0 is the newest. 'common' is in a third of all names, 'middling' in one of 301, 'oldest' in the five oldest.
 * Every 2,000th account is disabled, every 5,000th an administrator, every 3,000th signs in by GitHub; every 2,500th
 * application is private.
 */
async function addMany(): Promise<void> {
  const name = `case when n % 3 = 1 then 'Common ' else '' end || 'Thing ' || n
    || case when n % 301 = 5 then ' middling' else '' end || case when n >= $2 - 5 then ' oldest' else '' end`;
  const made = `(select n, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters, ${name} as name,
    $1::timestamptz - (n + 1) * interval '1 second' as at from generate_series(0, $2 - 1) as n) as made`;
  const values = [server.clock.now(), many];
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into users (id, username, email, role, provider, disabled_at, created_at, last_login_at, updated_at)
       select 'u' || letters, name, 'mail' || n || '@example.test', case when n % 5000 = 4999 then 'admin' else 'user' end,
         case when n % 3000 = 2998 then 'github.com' else 'google.com' end, case when n % 2000 = 1999 then at end, at, at, at
       from ${made}`,
      values,
    );
    await client.query(
      `insert into organizations (id, name, owner_id, created_at, updated_at)
       select 'o' || letters, name, 'u' || letters, at, at from ${made}`,
      values,
    );
    await client.query(`insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now())`);
    await client.query(
      `insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
       select 'a' || letters, 'u' || letters, name, '', n % 2500 <> 2499, 'vanilla', 'v' || letters, at, at from ${made}`,
      values,
    );
    await client.query(
      `insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_at)
       select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, '\\x01', '{}', at from ${made}`,
      values,
    );
    await client.query(
      `insert into audit_log (id, at, actor_id, actor_name, action, target_kind, target_id, target_name)
       select 'l' || letters, at, 'u' || translate(lpad((n % 500)::text, 25, '0'), '0123456789', 'abcdefghij'), name,
         case when n % 4000 = 3999 then 'user.delete' else 'user.role' end, 'user', 'u' || letters, name from ${made}`,
      values,
    );
    await client.query('analyze users, organizations, apps, audit_log');
  });
}

const endpoints = {
  users: listUsers,
  organizations: listAdminOrganizations,
  apps: listAdminApplications,
  audit_log: listAuditLog,
};

/** Page by page, as somebody scrolls. */
async function pages(endpoint: AnyEndpoint, query: object, upTo = Number.POSITIVE_INFINITY) {
  const ids: string[] = [];
  let count = 0;
  let cursor: string | undefined;
  do {
    const address = `${endpoint.path}?${new URLSearchParams({ ...query, ...(cursor ? { cursor } : {}) })}`;
    const answer = await root.fetch(address);
    expect(answer.status).toBe(200);
    ids.push(...answer.json<{ id: string }[]>().map(({ id }) => id));
    cursor = /cursor=([^&>]*)/.exec(String(answer.headers.link ?? ''))?.[1];
    count += 1;
  } while (cursor && ids.length < upTo);
  return { ids, count };
}

/** The expected result, by a plain query that sorts all rows. */
async function expected(table: string, condition: string): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ id: string }>(
    `select id from ${table} where ${condition} order by created_at desc, id desc`,
  );
  return rows.map(({ id }) => id);
}

describe.each(['users', 'organizations', 'apps'] as const)('%s, many of them', (table) => {
  const endpoint = endpoints[table];

  test.each(['common', 'middling', 'oldest', 'thing middling', 'thing 21999', 'co', 'nothing'])(
    'all matches of “%s” are found, newest first, by every search strategy',
    async (search) => {
      const words = search.split(' ').map((word) => `position('${word}' in search_text) > 0`);
      const { ids } = await pages(endpoint, { search, limit: '100' }, 1500);
      const all = (await expected(table, words.join(' and '))).slice(0, Math.max(1500, ids.length));
      expect(ids).toEqual(all);
    },
  );

  test('rare matches are on the first page, and a search without index use ends', async () => {
    expect((await pages(endpoint, { search: 'oldest', limit: '50' })).count).toBe(1);
    expect((await pages(endpoint, { search: 'q', limit: '50' })).count).toBeLessThan(5);
  });
});

test.each([
  ['users', { role: 'admin' }, `role = 'admin'`],
  ['users', { state: 'disabled' }, 'disabled_at is not null'],
  ['users', { provider: 'github.com' }, `provider = 'github.com'`],
  ['users', { provider: 'github.com', search: 'common' }, `provider = 'github.com' and username ~ 'Common'`],
  ['apps', { state: 'private' }, 'not is_public'],
] as const)('the list of %s filtered by %j has exactly the matches', async (table, query, condition) => {
  const { ids } = await pages(endpoints[table], { ...query, limit: '3' });
  expect(ids).toEqual(await expected(table, condition));
  expect(ids.length).toBeGreaterThan(1);
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Runs a call, explains its statements, and returns the most rows of a table that one of them read. */
async function rowsRead(table: keyof typeof endpoints, query: Record<string, string>): Promise<number> {
  const { pool } = server.context;
  const { statements } = await withStatements(() =>
    root.fetch(`${endpoints[table].path}?${new URLSearchParams(query)}`),
  );
  const about = statements.filter(
    ({ text }) => (text.includes(table) && text.trim().startsWith('select')) || text.includes('with found'),
  );
  expect(about.length).toBeGreaterThan(0);
  let most = 0;
  for (const { text, values } of about) {
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values);
    const walk = (plan: Plan): void => {
      const read = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
      if (plan['Relation Name'] === table) most = Math.max(most, read);
      for (const inner of plan.Plans ?? []) walk(inner);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
  }
  return most;
}

test.each([
  ['users', { limit: '50' }, 100],
  ['users', { role: 'admin', limit: '50' }, 60],
  ['users', { state: 'disabled', limit: '50' }, 60],
  ['users', { provider: 'github.com', limit: '50' }, 60],
  ['users', { search: 'oldest', limit: '50' }, 1_000],
  ['users', { search: 'common', limit: '50' }, 1_000],
  ['organizations', { limit: '50' }, 100],
  ['organizations', { search: 'oldest', limit: '50' }, 1_000],
  ['organizations', { search: 'mail7@example.test', limit: '50' }, 60],
  ['apps', { limit: '50' }, 100],
  ['apps', { state: 'private', limit: '50' }, 60],
  ['apps', { search: 'oldest', limit: '50' }, 1_000],
  ['apps', { search: 'mail7@example.test', limit: '50' }, 60],
  ['audit_log', { limit: '50' }, 60],
  ['audit_log', { action: 'user.delete', limit: '50' }, 60],
  ['audit_log', { actor: `u${'a'.repeat(24)}b`, limit: '50' }, 60],
  ['audit_log', { target: `u${'a'.repeat(24)}b`, limit: '50' }, 60],
] as const)('%s: few rows are read for %j', async (table, query, most) => {
  expect(await rowsRead(table, query)).toBeLessThanOrEqual(most);
});
