import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingFew } from '#server/testing/measures/rows-read.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listFirstMembers, listMemberRows, type MemberCursor } from './store.ts';

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

test('the first members are the owner and the earliest, of any number', async () => {
  const [large, small, alone] = [
    await addOrganization(server, ada),
    await addOrganization(server, ada),
    await addOrganization(server, ada),
  ];
  await join(large.id, many);
  await join(small.id, 2);
  const first = await readingFew(server.context.db, ['organization_members'], (trx) =>
    listFirstMembers(trx, [large.id, small.id, alone.id], 4),
  );
  const of = ({ id }: { id: string }) =>
    first.filter(({ organizationId }) => organizationId === id).map(({ username }) => username);
  expect(of(large)).toEqual(['ada', 'member 1', 'member 2', 'member 3']);
  expect(of(small)).toEqual(['ada', 'member 1', 'member 2']);
  expect(of(alone)).toEqual(['ada']);
});

test('a page of members or of a search reads few rows, at any position', async () => {
  const { id } = await addOrganization(server, ada);
  await join(id, many);
  const read = (words: string[], after: MemberCursor | null) =>
    readingFew(server.context.db, ['organization_members', 'users'], async (trx) =>
      listMemberRows(trx, id, { words, after }, 3),
    );
  const first = await read([], null);
  expect(first.map(({ username }) => username)).toEqual(['ada', 'member 1', 'member 2']);
  const middle = await read(['member', '1500'], null);
  expect(middle.map(({ username }) => username)).toEqual(['member 1500']);
  const position = middle.map(({ joinedMicros, userId }) => ({ isOwner: false, joinedMicros, userId }))[0];
  const next = await read([], position ?? null);
  expect(next.map(({ username }) => username)).toEqual(['member 1501', 'member 1502', 'member 1503']);
});
