import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

type Condition = ReturnType<typeof sql>;
const named = (column: string, name: string): Condition =>
  sql`(flux_fold(${sql.ref(column)}) collate "C") = (flux_fold(${sql.lit(name)}) collate "C")`;
const like = (column: string, word: string): Condition =>
  sql`' ' || flux_fold(${sql.ref(column)}) like flux_contains(${sql.lit(word)})`;
const written = (word: string): Condition => sql`search_text like flux_contains(${sql.lit(word)})`;

/** @param index by which they are found where the table is not read from end to end */
async function found(table: string, condition: Condition, index: string): Promise<string[]> {
  const query = sql<{ id: string }>`select id from ${sql.table(table)} where ${condition}`;
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(database.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(
    plan.includes('Seq Scan') ? /^Seq Scan/ : new RegExp(`on ${index}\\b|using ${index}\\b`),
  );
  return (await query.execute(database.db)).rows.map(({ id }) => id);
}

test('what was written with a final sigma is found by capitals, by every column and index', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number <= 6);
  await sql`
    insert into users (id, username, email) values
      ('giorgos', 'Γιώργος', 'νίκος@example.test'), ('ada', 'Ada', 'ada@example.test');
    insert into organizations (id, name, description, owner_id, created_by, created_at) values
      ('house', 'Οίκος', '', 'ada', 'ada', now()), ('moon', 'Moon', 'Ένας', 'ada', 'ada', now()),
      ('lunate', 'Γιώργοϲ', '', 'ada', 'ada', now());
    insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now());
    begin;
    insert into apps (id, owner_id, organization_id, name, description, is_public, active_version_id, share_key, created_at, updated_at)
      values ('light', 'ada', 'moon', 'Κόσμος', '', true, 'v1', 'key', now(), now()),
        ('told', 'ada', 'moon', 'Told', 'Πολύς λόγος', true, 'v2', 'key', now(), now()),
        ('his', 'giorgos', 'moon', 'His', '', true, 'v3', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      select active_version_id, id, '1.0.0', 'a.zip', 1, '\\x01', '{}', owner_id, now() from apps;
    commit;
  `.execute(db);
  await runMigrations(db, (number) => number > 6);

  // By the columns as they lie, and by the indexes.
  for (const seqscan of ['on', 'off']) {
    await sql`set enable_seqscan = ${sql.lit(seqscan)}`.execute(db);
    expect(await found('users', named('username', 'ΓΙΩΡΓΟΣ'), 'users_by_folded_name')).toEqual(['giorgos']);
    expect(await found('users', like('username', 'ΓΙΩΡΓΟΣ'), 'users_search')).toEqual(['giorgos']);
    expect(await found('organizations', named('name', 'ΟΙΚΟΣ'), 'organizations_by_folded_name')).toEqual([
      'house',
    ]);
    expect(await found('organizations', named('name', 'ΓΙΩΡΓΟΣ'), 'organizations_by_folded_name')).toEqual([
      'lunate',
    ]);
    expect(await found('organizations', like('name', 'ΟΙΚΟΣ'), 'organizations_search')).toEqual(['house']);
    expect(await found('users', written('ΝΙΚΟΣ'), 'users_search_text')).toEqual(['giorgos']);
    expect(await found('organizations', written('ΕΝΑΣ'), 'organizations_search_text')).toEqual(['moon']);
    for (const [word, id] of [
      ['ΚΟΣΜΟΣ', 'light'],
      ['ΠΟΛΥΣ', 'told'],
      ['ΓΙΩΡΓΟΣ', 'his'],
    ] as const)
      expect(await found('apps', written(word), 'apps_search')).toEqual([id]);
  }
  // The words that typing errors are set right by.
  const words = await sql`select word from search_words except
    select flux_words(folded_name || folded_creator) from apps`.execute(db);
  expect(words.rows).toEqual([]);
  const known =
    await sql`select word from search_words where word in (flux_fold('ΚΟΣΜΟΣ'), flux_fold('ΓΙΩΡΓΟΣ'))`;
  expect((await known.execute(db)).rows).toHaveLength(2);
});
