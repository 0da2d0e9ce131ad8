import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMany } from '#server/testing/measures/many-rows.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, viewerOf, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { newest, scopeFor } from './scope.ts';

/** Every third is Bob's, whose plan has ended; all were public. */
const many = 21_000;
const limit = 25;

let server: TestServer;
let anyone: Visitor;
let ada: Person;
let bob: Person;
let cleo: Person;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  anyone = visitor(server);
  [ada, bob, cleo] = [await signIn(server, 'ada'), await signIn(server, 'bob'), await signIn(server, 'cleo')];
  organizationId = (await addOrganization(server, ada, { members: [[cleo, 'member']] })).id;
  await addMany();
});
afterAll(() => server.close());

async function addMany(): Promise<void> {
  await insertMany(server.context, async (client) => {
    await client.query(`insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now())`);
    await client.query(
      `with made as (
         select n, n % 3 = 0 as is_offline, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters
         from generate_series(0, $5 - 1) as n
       ), inserted as (
         insert into apps (id, owner_id, organization_id, name, is_public, wants_public, suspended_since, theme,
           active_version_id, created_at, updated_at, folded_creator)
         select 'a' || letters, case when is_offline then $2 else $1 end, $3, 'App ' || n, not is_offline, is_offline,
           case when is_offline then $4::timestamptz end, 'vanilla', 'v' || letters,
           $4::timestamptz - n * interval '1 second', $4, case when is_offline then ' bob' else ' ada' end
         from made
       )
       insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_at)
       select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, '\\x01', '{}', $4 from made`,
      [ada.id, bob.id, organizationId, server.clock.now(), many],
    );
    await client.query('analyze apps');
  });
}

const isOffline = (n: number) => n % 3 === 0;
const online = Array.from({ length: many }, (_, n) => n).filter((n) => !isOffline(n));

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function flatten(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : [];
}

test.each([
  ['a visitor', (): Person | null => null, (): Visitor => anyone, 0],
  ['a member of their organization', (): Person | null => cleo, (): Visitor => cleo, 2 * limit],
  ['who owns what is online', (): Person | null => ada, (): Visitor => ada, 2 * limit],
] as const)('a page for %s walks indexes past offline apps', async (_who, find, ask, passed) => {
  const person = find();
  const viewer = person && (await viewerOf(server, person));
  const scope = await scopeFor(server.context, viewer, {});
  if (scope === null) throw new Error('They see nothing.');
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (analyze, timing off, format json) ${newest(scope, null, limit)}`.execute(server.context.db);
  const nodes = flatten(rows[0]?.['QUERY PLAN'][0]?.Plan);
  const types = new Set(nodes.map((node) => node['Node Type']));
  for (const type of ['Seq Scan', 'Sort', 'Incremental Sort', 'Bitmap Heap Scan', 'Hash Join'])
    expect([type, types.has(type)]).toEqual([type, false]);
  const scans = nodes.filter((node) => /^Index/.test(node['Node Type']));
  const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
  expect(read).toBeLessThanOrEqual(4 * limit);
  const removed = scans.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
  expect(removed).toBeLessThanOrEqual(passed);
  const { items } = await ask().call(listApplications, { query: { limit } });
  expect(items.map(({ name }) => name)).toEqual(online.slice(0, limit).map((n) => `App ${n}`));
});

test('offline apps are in their owner’s my-apps list only', async () => {
  const own = await bob.call(countApplications, { query: { filter: 'my-apps' } });
  expect(own).toEqual({ count: many / 3, exact: true });
  for (const who of [anyone, ada, cleo])
    expect(await who.call(countApplications, { query: { creator: bob.id } })).toEqual({
      count: 0,
      exact: true,
    });
});
