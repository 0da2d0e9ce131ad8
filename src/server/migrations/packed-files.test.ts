import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

test('packed files of before are those of their versions’ applications, and go with them', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number < 44);
  await sql`
    insert into users (id, username) values ('ada', 'Ada');
    begin;
    insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
      select id, 'ada', id, '', true, 'vanilla', 'v-' || id, now(), now() from unnest(array['one', 'two']) as id;
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      select 'v-' || id, id, '1.0.0', 'a.zip', 1, null, '{}', 'ada', now() from apps;
    commit;
    insert into packed_files (version_id, sha256, size, crc32, method, data_start, packed_size)
      select id, '\\x02', 10, 1, 0, 60, 10 from versions;
  `.execute(db);
  await runMigrations(db, (number) => number === 44);
  const packed = async () =>
    (await sql`select version_id, app_id, size from packed_files order by app_id`.execute(db)).rows;
  const ofOne = { version_id: 'v-one', app_id: 'one', size: 10 };
  expect(await packed()).toEqual([ofOne, { version_id: 'v-two', app_id: 'two', size: 10 }]);
  await expect(
    sql`insert into packed_files select * from packed_files where app_id = 'one'`.execute(db),
  ).rejects.toThrow('duplicate key');
  await sql`delete from apps where id = 'two'`.execute(db);
  expect(await packed()).toEqual([ofOne]);
});
