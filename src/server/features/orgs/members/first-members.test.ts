import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrganization } from '../../../testing/organizations.ts';
import { type Person, signIn } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { listFirstMembers } from './store.ts';

const many = 3_000;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

/** Named after their place, the last to join first of all. */
async function join(organizationId: string, count: number): Promise<void> {
  const { db, clock } = server.context;
  await sql`
    with people as (
      insert into users (id, username) select ${organizationId} || n, 'member ' || n from generate_series(1, ${count}::int) as n
      returning id, username
    )
    insert into organization_members (organization_id, user_id, role, joined_at)
    select ${organizationId}, id, 'member', ${clock.now()}::timestamptz + split_part(username, ' ', 2)::int * interval '1 second'
    from people order by id desc`.execute(db);
}

test('the first members of each organization are the owner and who joined first, however many there are', async () => {
  const [large, small, alone] = [
    await addOrganization(server, ada),
    await addOrganization(server, ada),
    await addOrganization(server, ada),
  ];
  await join(large.id, many);
  await join(small.id, 2);
  await sql`analyze organization_members`.execute(server.context.db);
  const { first, read } = await server.context.db.transaction().execute(async (trx) => {
    const found = await listFirstMembers(trx, [large.id, small.id, alone.id], 4);
    // What this transaction has read, whatever plan it went by.
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname = 'organization_members'`.execute(trx);
    return { first: found, read: rows[0]?.read };
  });
  expect(read).toBeLessThan(50);
  const of = ({ id }: { id: string }) =>
    first.filter(({ organizationId }) => organizationId === id).map(({ username }) => username);
  expect(of(large)).toEqual(['ada', 'member 1', 'member 2', 'member 3']);
  expect(of(small)).toEqual(['ada', 'member 1', 'member 2']);
  expect(of(alone)).toEqual(['ada']);
});
