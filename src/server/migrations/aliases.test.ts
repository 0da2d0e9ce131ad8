import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listTotals } from '../features/usage/store.ts';
import type { Tables } from '../schema.ts';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<Tables>();
const number = 45;

interface Version {
  entry: string;
  /** As the report says. */
  fileCount: number;
  /** Each with the name of what it holds. */
  files: Record<string, string>;
}

const versions: Record<string, Version> = {
  page: { entry: 'a.html', fileCount: 1, files: { 'a.html': 'page', 'index.html': 'page' } },
  unity: {
    entry: 'index.html',
    fileCount: 4,
    files: {
      'index.html': 'page',
      'Release/a.jsgz': 'code',
      'Release/a.js': 'code',
      'Release/a.datagz': 'data',
      'Release/a.data': 'data',
      'b.data': 'data',
    },
  },
  twin: { entry: 'index.html', fileCount: 2, files: { 'index.html': 'page', 'A.png': 'a', 'a.png': 'a' } },
  // Both are files, however alike they are.
  alike: {
    entry: 'a.html',
    fileCount: 3,
    files: { 'a.html': 'page', 'index.html': 'page', 'b.html': 'page' },
  },
  // No name that something is served by a second time.
  strange: { entry: 'index.html', fileCount: 1, files: { 'index.html': 'page', 'other.html': 'page' } },
};

async function addVersions(): Promise<void> {
  await sql`
    insert into users (id, username) values ('ada', 'Ada');
    insert into blobs (sha256, size, touched_at)
      select name::text::bytea, 1, now() from unnest(array['page', 'code', 'data', 'a']) as name;
  `.execute(database.db);
  for (const [id, { entry, fileCount, files }] of Object.entries(versions)) {
    const report = JSON.stringify({ entry, fileCount });
    await database.db.transaction().execute(async (trx) => {
      await sql`insert into apps (id, owner_id, name, is_public, active_version_id, created_at, updated_at)
        values (${id}, 'ada', ${id}, true, ${id}, now(), now())`.execute(trx);
      await sql`insert into versions (id, app_id, number, file_name, file_size, report, uploaded_by, uploaded_at)
        values (${id}, ${id}, '1.0.0', 'a.zip', 1, ${report}, 'ada', now())`.execute(trx);
      await sql`insert into version_files (version_id, path, sha256, size, content_type, encodable)
        select ${id}, key, value::bytea, 1, '', false from jsonb_each_text(${JSON.stringify(files)}::jsonb)`.execute(
        trx,
      );
    });
  }
}

async function amounts(): Promise<Record<string, number>> {
  const totals = await listTotals(database.db);
  return Object.fromEntries(
    totals.filter(({ name }) => name.startsWith('files/')).map(({ name, amount }) => [name, amount]),
  );
}

test('second names of before are marked where they can be told, and are in no total of files any more', async () => {
  const { db } = database;
  await runMigrations(db, (other) => other < number);
  await addVersions();
  expect(await amounts()).toEqual({
    'files/.html': 9,
    'files/.js': 1,
    'files/.data': 2,
    'files/.png': 2,
    'files/other': 2,
  });
  await runMigrations(db, (other) => other === number);
  const marked = await db
    .selectFrom('version_files')
    .select(['version_id', 'path'])
    .where('is_alias', '=', true)
    .orderBy('path')
    .execute();
  expect(marked.map(({ version_id, path }) => `${version_id}: ${path}`).sort()).toEqual([
    'page: index.html',
    'twin: A.png',
    'unity: Release/a.data',
    'unity: Release/a.js',
  ]);
  expect(await amounts()).toEqual({
    'files/.html': 8,
    'files/.js': 0,
    'files/.data': 1,
    'files/.png': 1,
    'files/other': 2,
  });
  await sql`delete from apps`.execute(db);
  expect(Object.values(await amounts())).toEqual([0, 0, 0, 0, 0]);
});
