import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMany } from '#server/testing/measures/many-rows.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, viewerOf } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import type { Cursor } from './cursor.ts';
import { inOrder, orders } from './order.ts';
import { scopeFor, sorted } from './scope.ts';

/** A user in many organizations with many apps, who sees all except pending ones. */
const organizations = 50;
const appsOfEach = 400;

let server: TestServer;
let owner: Person;
let member: Person;

beforeAll(async () => {
  server = await startServer();
  [owner, member] = [await signIn(server, 'ada'), await signIn(server, 'bob')];
  const ids: string[] = [];
  for (let made = 0; made < organizations; made += 1)
    ids.push((await addOrganization(server, owner, { members: [[member, 'viewer']] })).id);
  await addMany(ids);
});
afterAll(() => server.close());

/** Alternating between two organizations. One in a hundred is pending, ten are public. */
async function addMany(organizationIds: string[]): Promise<void> {
  await insertMany(server.context, async (client) => {
    await client.query(`insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now())`);
    await client.query(
      `with made as (
         select n, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters
         from generate_series(0, $4 - 1) as n
       ), inserted as (
         insert into apps (id, owner_id, organization_id, name, description, is_public, is_approved, theme,
           active_version_id, created_at, updated_at, folded_creator)
         select 'a' || letters, $1, ($2::text[])[n % $5 + 1], 'App ' || n, case when n % 700 = 3 then 'rare' else '' end,
           n % 10 = 9, n % 100 <> 7, 'vanilla', 'v' || letters, $3::timestamptz - n * interval '1 second', $3, ' ada'
         from made
       )
       insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_at)
       select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, '\\x01', '{}', $3 from made`,
      [owner.id, organizationIds, server.clock.now(), organizations * appsOfEach, organizations],
    );
    await client.query('analyze apps');
    await client.query('analyze organization_members');
  });
}

const visibleToMember = (n: number) => n % 100 !== 7;

test('all are listed in one order, page by page, each once', async () => {
  const expected = Array.from({ length: organizations * appsOfEach }, (_, n) => n)
    .filter(visibleToMember)
    .map((n) => `App ${n}`);
  const names: string[] = [];
  let cursor: string | undefined;
  while (names.length < 500) {
    const page = await member.call(listApplications, { query: { limit: 97, cursor } });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  }
  expect(names).toEqual(expected.slice(0, names.length));
  expect(await member.call(countApplications)).toEqual({ count: 10_000, exact: false });
  const { items } = await member.call(listApplications, { query: { q: 'rare', limit: 100 } });
  expect(items.map(({ name }) => name)).toEqual(
    Array.from({ length: organizations * appsOfEach }, (_, n) => n)
      .filter((n) => n % 700 === 3)
      .map((n) => `App ${n}`),
  );
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

test.each(Object.entries(orders))(
  'a page by %s walks indexes to the end of the page and no further',
  async (_sort, order) => {
    const scope = await scopeFor(server.context, await viewerOf(server, member), {});
    if (scope === null) throw new Error('The member sees nothing.');
    const limit = 25;
    const { rows: places } = await sql<Cursor>`
      select id, ${order.at} as at
      from ${sorted(scope, order, { columns: null, after: null, limit: 5_000 })} as before
      order by ${inOrder(order, sql`sorted_by`)} offset 4999`.execute(server.context.db);
    for (const after of [null, ...places]) {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
        explain (analyze, timing off, format json) ${sorted(scope, order, { columns: null, after, limit })}`.execute(
        server.context.db,
      );
      const nodes = flatten(rows[0]?.['QUERY PLAN'][0]?.Plan);
      const types = new Set(nodes.map((node) => node['Node Type']));
      for (const type of ['Seq Scan', 'Sort', 'Incremental Sort', 'Bitmap Heap Scan', 'Hash Join'])
        expect([type, types.has(type)]).toEqual([type, false]);
      const read = nodes
        .filter((node) => /^Index/.test(node['Node Type']))
        .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
      // Each walk looks at its first, and those whose turn it was at the next.
      expect(read).toBeLessThan(organizations + 4 * limit);
    }
    expect(places).toHaveLength(1);
  },
);

function flatten(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : [];
}
