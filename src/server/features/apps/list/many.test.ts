import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMany } from '#server/testing/measures/many-rows.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';

/** More rows than one page may walk, so that each search strategy is used. */
const many = 22_000;

let server: TestServer;
let anyone: Visitor;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer();
  anyone = visitor(server);
  [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
  await addMany();
});
afterAll(() => server.close());

/**
 * Number 0 is the newest. Every tenth is private, every third is Bob's. 'common' is in a third of all descriptions,
 * 'middling' in one of 301 names, 'oldest' in the five oldest names, 'begins' at the beginning of one of 4,000 names.
 */
async function addMany(): Promise<void> {
  await insertMany(server.context, async (client) => {
    await client.query(`insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now())`);
    await client.query(
      `with made as (
         select n, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters,
           case when n % 3 = 0 then $2 else $1 end as owner,
           case when n % 4000 = 10 then 'Begins ' else '' end || 'App ' || n
             || case when n % 301 = 5 then ' middling' else '' end
             || case when n >= $4 - 5 then ' oldest' else '' end as name,
           case when n % 3 = 1 then 'A common game' else 'Something' end as description
         from generate_series(0, $4 - 1) as n
       ), inserted as (
         insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at,
           folded_creator)
         select 'a' || letters, owner, name, description, n % 10 <> 9, 'vanilla', 'v' || letters,
           $3::timestamptz - n * interval '1 second', $3, case when n % 3 = 0 then ' bob' else ' ada' end
         from made
       )
       insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_at)
       select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, '\\x01', '{}', $3 from made`,
      [ada.id, bob.id, server.clock.now(), many],
    );
    await client.query(`insert into search_terms (term) values ('begins'), ('middling'), ('oldest')`);
    await client.query('analyze apps');
  });
}

/** Page by page, as somebody scrolls. */
async function pages(who: Visitor, query: object, upTo = Number.POSITIVE_INFINITY) {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await who.call(listApplications, { query: { ...query, cursor } });
    ids.push(...page.items.map(({ id }) => id));
    sizes.push(page.items.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && ids.length < upTo);
  return { ids, sizes };
}

const byRank = `case
       when starts_with(folded_name, ' ' || $3) then 0
       when (select bool_and(position(word in folded_name) > 0) from unnest($2::text[]) as word) then 1
       when (select bool_and(position(word in folded_creator) > 0) from unnest($2::text[]) as word) then 2
       else 3 end, created_at desc, id desc`;

/** What the search means, by a plain statement that sorts all there is. */
async function expected(who: Person | null, words: string[], order = byRank): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ id: string }>(
    `select id from apps
     where (is_public or owner_id = $1) and (select bool_and(position(word in search_text) > 0) from unnest($2::text[]) as word)
       and $3::text is not null
     order by ${order}`,
    [who?.id ?? null, words, words.join(' ')],
  );
  return rows.map(({ id }) => id);
}

describe.each([
  ['a common word', 'common'],
  ['a word of few', 'middling'],
  ['a word of the oldest', 'oldest'],
  ['a word that names begin with', 'begins'],
  ['the name of a creator', 'ada'],
  ['a common and a rare word', 'common middling'],
  ['a word and a creator', 'middling bob'],
  ['a number', '2100'],
])('%s', (_what, q) => {
  test.each(['a visitor', 'a creator'])(
    'is found for %s in one order, by every search strategy',
    async (role) => {
      const person = role === 'a visitor' ? null : bob;
      const who = person ?? anyone;
      const all = await expected(person, q.split(' '));
      expect(all.length).toBeGreaterThan(1);
      const { ids } = await pages(who, { q, limit: 100 }, 700);
      expect(ids).toEqual(all.slice(0, ids.length));
      if (ids.length < 700) expect(ids).toHaveLength(all.length);
      const { count, exact } = await who.call(countApplications, { query: { q } });
      if (exact) expect(count).toBe(all.length);
      else expect(count).toBeLessThanOrEqual(all.length);
      expect(count).toBeGreaterThan(0);
    },
  );
});

describe.each([
  ['newest', 'created_at desc, id desc'],
  ['oldest', 'created_at, id'],
  ['name', 'folded_name collate "C", id'],
  ['name-desc', 'folded_name collate "C" desc, id desc'],
])('sorted by %s', (sort, order) => {
  test.each(['common', 'middling', 'oldest', 'ada', 'common middling'])(
    '%s is in the order of a plain query, by every search strategy',
    async (q) => {
      const all = await expected(bob, q.split(' '), order);
      const { ids } = await pages(bob, { q, sort, limit: 100 }, 700);
      expect(ids).toEqual(all.slice(0, ids.length));
      if (ids.length < 700) expect(ids).toHaveLength(all.length);
    },
  );
});

test('a match without index in the oldest app is found, after empty pages', async () => {
  const { rows } = await server.context.pool.query<{ id: string }>(
    `update apps set name = 'Oh!!!' where id = (select id from apps where is_public order by created_at limit 1)
     returning id`,
  );
  const admin = await signIn(server, 'admin', { role: 'admin' });
  const { ids, sizes } = await pages(admin, { q: '!!!' });
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(sizes).toEqual([0, 0, 1]);
  expect(await admin.call(countApplications, { query: { q: '!!!' } })).toEqual({ count: 0, exact: false });
});

test('a misspelt word finds the matches of a common word', async () => {
  const right = await pages(anyone, { q: 'middling', limit: 50 }, 50);
  expect((await pages(anyone, { q: 'midlding', limit: 50 }, 50)).ids).toEqual(right.ids);
  expect((await pages(bob, { q: 'oldset', limit: 50 })).ids).toEqual((await pages(bob, { q: 'oldest' })).ids);
});

test('the count is exact while it is cheap, and says if it is not', async () => {
  expect(await anyone.call(countApplications)).toEqual({ count: 10_000, exact: false });
  const own = await bob.call(countApplications, { query: { filter: 'my-apps' } });
  expect(own).toEqual({ count: Math.ceil(many / 3), exact: true });
});

test('while apps are added and deleted, each remaining one is listed once in order', async () => {
  const stays = await expected(null, ['middling']);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.constantFrom('add', 'remove', 'rename'), { maxLength: 6 }),
      async (limit, steps) => {
        const passing: string[] = [];
        const listed: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await anyone.call(listApplications, { query: { q: 'middling', limit, cursor } });
          listed.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
          const step = steps.shift();
          const createdAt = new Date(server.clock.now().getTime() - 5_000_000);
          if (step === 'add')
            passing.push((await addApp(server, ada, { name: 'middling too', isPublic: true, createdAt })).id);
          const last = passing.at(-1);
          if (step === 'remove' && last)
            await server.context.pool.query('delete from apps where id = $1', [last]);
          if (step === 'rename' && last)
            await server.context.pool.query(`update apps set name = 'Else' where id = $1`, [last]);
        } while (cursor);
        await server.context.pool.query('delete from apps where id = any($1)', [passing]);
        expect(listed.filter((id) => stays.includes(id))).toEqual(stays);
        expect(new Set(listed).size).toBe(listed.length);
      },
    ),
    { numRuns: 8 },
  );
});
