import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMany } from '#server/testing/measures/many-rows.ts';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { nextDueAt, selectDueLifecycle } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

const people = 100_000;

test('a due user among a hundred thousand is found by one index step', async () => {
  await signIn(server, 'Ada');
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into subscription_lifecycles (user_id, due_at)
       select 'person' || n, case when n % 3 = 0 then $1::timestamptz + (n - 300) * interval '1 minute' end
       from generate_series(1, $2) as n`,
      [server.clock.now(), people],
    );
    await client.query('analyze subscription_lifecycles');
  });
  const { db, clock } = server.context;
  const plans = (await selectDueLifecycle(db, clock.now()).explain(
    'json',
    sql`analyze, timing off`,
  )) as unknown as {
    'QUERY PLAN': { Plan: PlanNode }[];
  }[];
  const nodes = flatten(plans[0]?.['QUERY PLAN'][0]?.Plan);
  expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'LockRows', 'Index Scan']);
  expect(nodes[2]).toMatchObject({ 'Index Name': 'subscription_lifecycles_due', 'Actual Rows': 1 });
  expect((await nextDueAt(db))?.getTime()).toBeLessThan(clock.now().getTime());
});

function flatten(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : [];
}
