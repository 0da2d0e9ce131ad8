import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Sort, sortSchema } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';

const sorts = sortSchema.options;

let server: TestServer;
let anyone: Visitor;
let ada: Person;
let bob: Person;
let organization: string;

/** In the order in which they were made. */
const names = ['zebra', 'Éclair', 'apple', 'Zebra', 'eclair 2', 'ECLAIR', 'Жук', '10 Rooms', 'Apple pie'];
const byName = ['10 Rooms', 'Жук', 'apple', 'Apple pie', 'Éclair', 'ECLAIR', 'eclair 2', 'zebra', 'Zebra'];

beforeAll(async () => {
  server = await startServer();
  anyone = visitor(server);
  [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  organization = (await addOrganization(server, ada, { isPublic: true, members: [[bob, 'member']] })).id;
  for (const name of names) {
    server.clock.advance(1_000);
    await addApp(server, ada, {
      name,
      isPublic: true,
      organizationId: organization,
      createdAt: server.clock.now(),
    });
  }
  server.clock.advance(1_000);
  await addApp(server, ada, {
    name: 'Among members',
    organizationId: organization,
    createdAt: server.clock.now(),
  });
});
afterAll(() => server.close());

async function pages(who: Visitor, query: object, between = async () => {}): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await who.call(listApplications, { query: { ...query, cursor } });
    listed.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor);
  return listed;
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const foldedAll = (list: readonly string[]) => list.map(folded);

test('by time they are listed in both directions', async () => {
  expect(await pages(anyone, { sort: 'oldest' })).toEqual(names);
  expect(await pages(anyone, { sort: 'newest' })).toEqual(names.toReversed());
  expect(await pages(anyone, {})).toEqual(names.toReversed());
});

test('by name without case and accents, and Z–A is A–Z reversed, with equal names', async () => {
  const listed = await pages(anyone, { sort: 'name' });
  expect(foldedAll(listed)).toEqual(foldedAll(byName));
  expect(await pages(anyone, { sort: 'name-desc' })).toEqual(listed.toReversed());
});

test('pages of any size and filters keep the order for each viewer', async () => {
  for (const sort of sorts)
    for (const who of [anyone, bob])
      for (const filters of [
        {},
        { organization },
        { creator: ada.id },
        { q: 'e' },
        { organization, q: 'a' },
      ]) {
        const all = await pages(who, { sort, ...filters });
        expect(all.length).toBeGreaterThan(1);
        expect(await pages(who, { sort, limit: 2, ...filters })).toEqual(all);
      }
  expect(await pages(bob, { sort: 'name' })).toContain('Among members');
  expect(await pages(anyone, { sort: 'name' })).not.toContain('Among members');
  expect(await pages(ada, { sort: 'oldest', filter: 'my-apps' })).toEqual([...names, 'Among members']);
});

test('a search is ranked unless a sort is chosen', async () => {
  expect(foldedAll(await pages(anyone, { q: 'eclair' }))).toEqual(['eclair', 'eclair 2', 'eclair']);
  expect(foldedAll(await pages(anyone, { q: 'eclair', sort: 'name' }))).toEqual([
    'eclair',
    'eclair',
    'eclair 2',
  ]);
  expect(await pages(anyone, { q: 'apple zebra', sort: 'name' })).toEqual([]);
  // No exact match exists.
  expect(foldedAll(await pages(anyone, { q: 'zebbra', sort: 'oldest' }))).toEqual(['zebra', 'zebra']);
});

test('a cursor of another sort, or of a ranked search, is refused', async () => {
  const queries = [{ q: 'e' }, ...sorts.map((sort) => ({ sort }))];
  for (const of of queries) {
    const { nextCursor } = await anyone.call(listApplications, { query: { ...of, limit: 1 } });
    for (const query of queries) {
      const asked = anyone.call(listApplications, { query: { ...query, cursor: nextCursor ?? '' } });
      if (query === of) await expect(asked).resolves.toMatchObject({ items: expect.anything() });
      else await expect(asked).rejects.toMatchObject({ code: 'invalid_input' });
    }
  }
});

const cursor = (text: string) => `cursor=${Buffer.from(text).toString('base64url')}`;

test.each([
  ['no sort', 'sort='],
  ['an unknown sort', 'sort=age'],
  ['one in capitals', 'sort=NAME'],
  ['two of them', 'sort=name&sort=oldest'],
  ['a cursor that is none', 'sort=name&cursor=x'],
  ['a name that cannot be stored', `sort=name&${cursor(`name.a\0b.${'a'.repeat(26)}`)}`],
  ['no id', `sort=name&${cursor('name.a.b')}`],
  ['no time', `sort=oldest&${cursor(`oldest.then.${'a'.repeat(26)}`)}`],
  ['a cursor longer than any', `sort=name&cursor=${'a'.repeat(801)}`],
])('%s is refused as invalid', async (_what, query) => {
  const answer = await anyone.fetch(`/api/applications?${query}`);
  expect([answer.status, answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
});

test('a count has no sort', async () => {
  expect((await anyone.fetch('/api/applications/count?sort=name')).status).toBe(400);
});

test('the longest name fits a cursor', async () => {
  const long = '界'.repeat(120);
  const added = await addApp(server, bob, { name: long, isPublic: true });
  const listed = await pages(anyone, { sort: 'name', limit: 1 });
  await server.context.pool.query('delete from apps where id = $1', [added.id]);
  expect(listed).toContain(long);
  expect(listed).toHaveLength(names.length + 1);
});

test('while apps are added, deleted and renamed, each remaining one is listed once in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Sort>(...sorts),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('aa', 'éclair', 'zz', 'gone'), { maxLength: 6 }),
      async (sort, limit, steps) => {
        const stays = await pages(anyone, { sort });
        const passing: string[] = [];
        const listed = await pages(anyone, { sort, limit }, async () => {
          const step = steps.shift();
          const last = passing.at(-1);
          if (step === 'gone' && last)
            await server.context.pool.query('delete from apps where id = $1', [last]);
          else if (step && last && passing.length > 1)
            await server.context.pool.query('update apps set name = $2 where id = $1', [last, `${step}!`]);
          else if (step) passing.push((await addApp(server, bob, { name: `${step}!`, isPublic: true })).id);
        });
        await server.context.pool.query('delete from apps where id = any($1)', [passing]);
        expect(listed.filter((name) => !name.endsWith('!'))).toEqual(stays);
      },
    ),
    { numRuns: 12 },
  );
});
