import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { updateMe } from '#shared/accounts/accounts.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { deleteApplication, listApplications, updateApplication } from '#shared/apps/apps.ts';
import { pruneSearchTerms } from './prune-search-terms.ts';

let server: TestServer;
let anyone: Visitor;
let zora: Person;

/** Oldest first. */
const catalogue: [name: string, description: string][] = [
  ['Éclair Crème', 'Bäckerei für Anfänger'],
  ['ПРИВЕТ Мир', 'Игра'],
  ['Ωmega', ''],
  ['Sound', 'Ήχος'],
  ['東京レーサー', 'ｆｕｌｌｗｉｄｔｈ'],
  ['100% Orange', 'under_score, back\\slash, "quotes", it’s; drop table apps;--'],
  ['Deep Space Nine', 'A station'],
  ['Outer', 'Lost in space'],
  ['Space Racer', 'Fast'],
  ['Platformer', 'Jump'],
  ['Straße', 'C++ and C#'],
];

beforeAll(async () => {
  server = await startServer();
  anyone = visitor(server);
  zora = await signIn(server, 'Zora Spacey');
  const bob = await signIn(server, 'Bob');
  const start = server.clock.now().getTime();
  const add = (owner: Person, name: string, description: string, age: number) =>
    addApp(server, owner, { name, description, isPublic: true, createdAt: new Date(start - age) });
  for (const [index, [name, description]] of catalogue.entries())
    await add(bob, name, description, 60_000 - index * 1_000);
  await add(zora, 'Kitchen', 'Cooking', 90_000);
});
afterAll(() => server.close());

const find = async (q: string, who: Visitor = anyone) => {
  const { items } = await who.call(listApplications, { query: { q } });
  const { count, exact } = await who.call(countApplications, { query: { q } });
  expect([count, exact]).toEqual([items.length, true]);
  return items.map(({ name }) => name);
};

test('names that start with the term are first, then names, creators and descriptions', async () => {
  expect(await find('space')).toEqual(['Space Racer', 'Deep Space Nine', 'Kitchen', 'Outer']);
});

test.each([
  ['eclair', ['Éclair Crème']],
  ['ÉCLAIR', ['Éclair Crème']],
  ['creme e\u0301clair', ['Éclair Crème']],
  ['backerei', ['Éclair Crème']],
  ['strasse', ['Straße']],
  ['STRAßE', ['Straße']],
  ['привет', ['ПРИВЕТ Мир']],
  ['иве', ['ПРИВЕТ Мир']],
  ['ω', ['Ωmega']],
  ['ΗΧΟΣ', ['Sound']],
  ['ηχοσ', ['Sound']],
  ['京レ', ['東京レーサー']],
  ['東', ['東京レーサー']],
  ['fullwidth', ['東京レーサー']],
])('%s finds %j, ignoring case and accents', async (q, expected) => {
  expect(await find(q)).toEqual(expected);
});

test.each([
  ['latfo', ['Platformer']],
  ['ace rac', ['Space Racer']],
  ['racer space', ['Space Racer']],
  ['spacey kitchen', ['Kitchen']],
  ['kitchen cooking zora', ['Kitchen']],
  ['space nothing', []],
])('%s, parts and words in any order, finds %j', async (q, expected) => {
  expect(await find(q)).toEqual(expected);
});

test.each([
  ['pltformer', ['Platformer']],
  ['plattformer', ['Platformer']],
  ['platfromer', ['Platformer']],
  ['plattfromer', ['Platformer']],
  ['platfro', ['Platformer']],
  ['kitchne', ['Kitchen']],
  ['kitchne zora', ['Kitchen']],
  ['zroa', ['Kitchen']],
  ['приевт', ['ПРИВЕТ Мир']],
  ['xitchen', ['Kitchen']],
  ['zzzzzz', []],
])('%s, with typing errors, finds %j', async (q, expected) => {
  expect(await find(q)).toEqual(expected);
});

test.each([
  ['k', ['Kitchen']],
  ['it', ['100% Orange']],
  ['c+', ['Straße']],
  ['z', ['Kitchen']],
  ['pl', ['Platformer']],
])('%s, a short term, finds %j by prefix', async (q, expected) => {
  expect((await find(q)).slice(0, 1)).toEqual(expected);
});

test.each([
  ['100%', ['100% Orange']],
  ['%%%', []],
  ['___', []],
  ['under_', ['100% Orange']],
  ['underxscore,', []],
  ['back\\slash', ['100% Orange']],
  ['\\\\\\', []],
  ['"quotes"', ['100% Orange']],
  ["'; drop table apps; --", []],
  ['c++', ['Straße']],
  ['racer\0', ['Space Racer']],
  ['\0', 'all'],
  [' \t ', 'all'],
  ['space '.repeat(33), ['Space Racer', 'Deep Space Nine', 'Kitchen', 'Outer']],
])('%j is harmless and finds %j', async (q, expected) => {
  const found = await find(q);
  if (expected === 'all') expect(found).toHaveLength(catalogue.length + 1);
  else expect(found).toEqual(expected);
});

test('a search follows renamed apps and creators, with typing errors too', async () => {
  const eve = await signIn(server, 'Evelyn');
  const app = await addApp(server, eve, { name: 'Quokka', isPublic: true });
  await eve.call(updateApplication, { params: { id: app.id }, body: { name: 'Wombat' } });
  await eve.call(updateMe, { body: { username: 'Marguerite' } });
  expect(await find('quokka')).toEqual([]);
  expect(await find('evelyn')).toEqual([]);
  expect(await find('womabt')).toEqual(['Wombat']);
  expect(await find('margurite')).toEqual(['Wombat']);
  await eve.call(deleteApplication, { params: { id: app.id } });
  expect(await find('wombat')).toEqual([]);
  const words = await server.context.pool.query('select term from search_terms');
  const left = words.rows.map(({ term }) => term);
  expect(left).toContain('platformer');
  for (const gone of ['quokka', 'wombat', 'evelyn', 'marguerite']) expect(left).not.toContain(gone);
});

test('the terms of many deleted apps are pruned in batches', async () => {
  const { db, pool } = server.context;
  const eve = await signIn(server, 'Ernestine');
  const made = `(select 'manyfold' || n as word, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters
    from generate_series(1, 250) as n) as made`;
  await db.transaction().execute(async (trx) => {
    await sql`set constraints all deferred`.execute(trx);
    await sql`insert into apps
      (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
      select 'a' || letters, ${eve.id}, word || ' shared', '', true, 'vanilla', 'v' || letters, now(), now()
      from ${sql.raw(made)}`.execute(trx);
    await sql`insert into versions (id, app_id, number, file_name, file_size, report, uploaded_at)
      select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, '{}', now() from ${sql.raw(made)}`.execute(
      trx,
    );
  });
  const left = await addApp(server, zora, { name: 'Shared', isPublic: true });
  const words = async (table: string) => {
    const { rows } = await pool.query(
      `select term from ${table} where term like 'manyfold%' or term = 'shared'`,
    );
    return rows.map(({ term }) => term);
  };
  expect(await words('search_terms')).toHaveLength(251);
  await pool.query('delete from apps where owner_id = $1', [eve.id]);
  // The creator's name is among the hundred terms of one statement.
  expect((await words('search_terms')).length).toBeGreaterThan(150);
  expect((await words('search_terms_to_check')).length).toBeGreaterThan(150);
  await pruneSearchTerms(server.context, new AbortController().signal);
  expect(await words('search_terms')).toEqual(['shared']);
  expect(await words('search_terms_to_check')).toEqual([]);
  await zora.call(deleteApplication, { params: { id: left.id } });
});

test('a creator renamed during a publication is found by the new name', async () => {
  const { db } = server.context;
  const kim = await signIn(server, 'Kimberley');
  const app = await addApp(server, kim, { isPublic: true, name: 'Anvil' });
  let renamed: Promise<unknown> = Promise.resolve();
  const copy = newId();
  await db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('apps').selectAll().where('id', '=', app.id).executeTakeFirstOrThrow();
    const { id: _id, name: _name, ...rest } = row;
    const columns = Object.keys(rest).filter((column) => !['folded_name', 'search_text'].includes(column));
    const values = Object.fromEntries(columns.map((column) => [column, rest[column as keyof typeof rest]]));
    await trx
      .insertInto('apps')
      .values({ ...(values as typeof rest), id: copy, name: 'Hammer' })
      .execute();
    renamed = kim.call(updateMe, { body: { username: 'Ottoline' } });
    await somethingWaits(db);
    // The copy needs its own version at the commit.
    await sql`insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_at)
      select ${copy}, ${copy}, number, file_name, file_size, original_sha256, report, uploaded_at
      from versions where app_id = ${app.id}`.execute(trx);
    await trx.updateTable('apps').set({ active_version_id: copy }).where('id', '=', copy).execute();
  });
  await renamed;
  expect((await find('ottoline')).sort()).toEqual(['Anvil', 'Hammer']);
  expect(await find('kimberley')).toEqual([]);
});

describe('a private app', () => {
  test('changes no search result of a stranger, and its owner finds it by a misspelt name', async () => {
    const ivy = await signIn(server, 'Ivy');
    const bob = await signIn(server, 'Bob');
    const questions = [
      '',
      'space',
      'xylophone',
      'xylophnoe',
      'ivy',
      'spacex',
      'x',
      'xy',
      'kitchne',
      'zzz',
    ].flatMap((q) => [
      `?q=${q}`,
      `/count?q=${q}`,
      `/creators?q=${q}`,
      `/organizations?q=${q}`,
      `?q=${q}&creator=${ivy.id}`,
      `/count?q=${q}&creator=${ivy.id}`,
    ]);
    const answers = async () =>
      Promise.all(
        [anyone, bob].flatMap((who) =>
          questions.map(async (question) => {
            const { status, headers, body } = await who.fetch(`/api/applications${question}`);
            return [question, status, headers.link, body.toString()];
          }),
        ),
      );
    const before = await answers();
    await addApp(server, ivy, { name: 'Xylophone Space', description: 'kitchen spacex' });
    await addApp(server, ivy, { name: 'Kitchne' });
    expect(await answers()).toEqual(before);
    expect(await find('xylophnoe', ivy)).toEqual(['Xylophone Space']);
    const words = await server.context.pool.query(`select from search_terms where term like 'xyl%'`);
    expect(words.rowCount).toBe(0);
  });
});
