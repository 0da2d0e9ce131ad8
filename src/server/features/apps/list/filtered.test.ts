import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMany, numbered } from '#server/testing/measures/many-rows.ts';
import { readingFew } from '#server/testing/measures/rows-read.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listMemberships } from '../memberships.ts';
import { inOrder, orders } from './order.ts';
import { type Ownership, sorted, within } from './scope.ts';

/**
 * Private applications, all in one organization, each fourth Bob's; its public ones are older. As many public ones are in
 * none.
 */
const many = 20_000;
const publicOnes = 18;
/** With half of the apps his, the planner's choice would depend on his id. */
const bobsShare = 4;

let server: TestServer;
let bob: Person;
let cleo: Person;
let eve: Person;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  [bob, cleo, eve] = [await signIn(server, 'Bob'), await signIn(server, 'Cleo'), await signIn(server, 'Eve')];
  organizationId = (await addOrganization(server, bob, { members: [[cleo, 'member']] })).id;
  await addOrganization(server, eve);
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into apps (id, owner_id, organization_id, name, description, is_public, theme, active_version_id, created_at,
         updated_at)
       select 'a' || letters, case when n % ${bobsShare} = 0 then $1 else 'u' || letters end, $2, 'App ' || n, '',
         n >= ${many}, 'vanilla', 'v' || letters, now() - n * interval '1 second', now()
       from ${numbered(0, many + publicOnes - 1)}`,
      [bob.id, organizationId],
    );
    await client.query(
      `insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
       select 'p' || letters, 'u' || letters, 'Other ' || n, '', true, 'vanilla', 'w' || letters, now(), now()
       from ${numbered(1, many)}`,
    );
  });
});
afterAll(() => server.close());

interface Narrowing {
  organizationId?: string;
  creatorId?: string;
}

async function scopeOf(who: Person | null, filters: Narrowing) {
  const ownership: Ownership =
    who === null
      ? { kind: 'public' }
      : { kind: 'visible', viewerId: who.id, memberships: await listMemberships(server.context.db, who.id) };
  return { organizationId: undefined, creatorId: undefined, ...filters, ownership };
}

async function names(who: Person | null, filters: Narrowing, order = orders.newest) {
  const scope = await scopeOf(who, filters);
  const { rows } = await readingFew(server.context.db, ['apps'], (trx) =>
    sql<{ called: string }>`
      select called from ${sorted(scope, order, { columns: sql`name as called`, after: null, limit: 20 })} as listed
      order by ${inOrder(order, sql`sorted_by`)}`.execute(trx),
  );
  return rows.map(({ called }) => called);
}

const found = Array.from({ length: publicOnes }, (_, index) => `App ${many + index}`);
const bobs = found.filter((_, index) => index % bobsShare === 0);

test('the public applications of an organization are listed without reading private ones', async () => {
  for (const who of [null, eve]) {
    expect(await names(who, { organizationId })).toEqual(found);
    expect(await names(who, { organizationId, creatorId: bob.id })).toEqual(bobs);
  }
});

test('and so are those of a creator', async () => {
  for (const who of [null, eve]) expect(await names(who, { creatorId: bob.id })).toEqual(bobs);
});

test('creators and members see all of theirs', async () => {
  const apps = (step: number) => Array.from({ length: 20 }, (_, index) => `App ${step * index}`);
  expect(await names(bob, { organizationId, creatorId: bob.id })).toEqual(apps(bobsShare));
  for (const who of [bob, cleo]) {
    expect(await names(who, { organizationId })).toEqual(apps(1));
    expect(await names(who, { creatorId: bob.id })).toEqual(apps(bobsShare));
  }
});

test.each(Object.entries(orders))('sorted by %s they match a plain query', async (_sort, order) => {
  for (const who of [null, eve, bob, cleo])
    for (const filters of [
      {},
      { organizationId },
      { creatorId: bob.id },
      { organizationId, creatorId: bob.id },
    ]) {
      const { rows } = await sql<{ name: string }>`
        select name from apps where ${within(await scopeOf(who, filters))}
        order by ${inOrder(order, order.column)} limit 20`.execute(server.context.db);
      expect(await names(who, filters, order)).toEqual(rows.map(({ name }) => name));
    }
});
