import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

const number = 36;

test('what versions serve encoded and nobody has compressed as well as can be is wished for', async () => {
  const { db } = database;
  await runMigrations(db, (other) => other < number);
  const names = ['none', 'quick', 'best', 'small', 'plain', 'unserved'];
  await sql`insert into users (id, username) values ('ada', 'Ada')`.execute(db);
  for (const name of names) {
    const compression = name === 'quick' || name === 'best' ? name : 'none';
    await sql`insert into blobs (sha256, size, compression, touched_at)
      values (${name}::text::bytea, ${name === 'small' ? 255 : 256}, ${compression}, '2026-01-01')`.execute(
      db,
    );
  }
  await sql`
    begin;
    insert into apps (id, owner_id, name, is_public, active_version_id, share_key, created_at, updated_at)
      values ('open', 'ada', 'Open', true, 'v', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      values ('v', 'open', '1.0.0', 'a.zip', 1, 'unserved', '{}', 'ada', now());
    insert into version_files (version_id, path, sha256, size, content_type, encodable)
      select 'v', convert_from(sha256, 'utf8'), sha256, size, '', sha256 <> 'plain' from blobs where sha256 <> 'unserved';
    commit;
  `.execute(db);
  await runMigrations(db, (other) => other === number);
  const wishes = await sql`
    select convert_from(sha256, 'utf8') as name, seen_at, effort, job_id from compression_wishes order by 1
  `.execute(db);
  const wish = { seen_at: new Date('2026-01-01'), effort: null, job_id: null };
  expect(wishes.rows).toEqual([
    { name: 'none', ...wish },
    { name: 'quick', ...wish },
  ]);
});
