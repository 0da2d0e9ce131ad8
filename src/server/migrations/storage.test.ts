import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builtinStorageId } from '#shared/storage.ts';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

const before = 17;

test('bytes of before lie in the local storage, which is active, and nothing of them is dropped by age', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number < before);
  await sql`
    insert into users (id, username) values ('ada', 'Ada');
    insert into blobs (sha256, size, touched_at) values ('\\x01', 10, now()), ('\\x02', 20, now());
    insert into blob_encodings (sha256, encoding, size, stored_sha256, key, created_at) values
      ('\\x01', 'identity', 10, '\\x01', 'a', now()), ('\\x01', 'br', 4, '\\x03', 'b', now()),
      ('\\x02', 'identity', 20, '\\x02', 'c', now());
    begin;
    insert into apps (id, owner_id, name, is_public, active_version_id, share_key, created_at, updated_at)
      values ('open', 'ada', 'Open', true, 'v', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      values ('v', 'open', '1.0.0', 'a.zip', 1, '\\x01', '{}', 'ada', now());
    commit;
  `.execute(db);
  await runMigrations(db, (number) => number === before);
  const configs = await sql`
    select id, provider, name, test_status, public_read, max_file_size, allowed_extensions, retention_days
    from storage_configs`.execute(db);
  expect(configs.rows).toEqual([
    {
      id: builtinStorageId,
      provider: 'local',
      name: 'Local storage',
      test_status: 'untested',
      public_read: false,
      max_file_size: null,
      allowed_extensions: ['.zip', '.html', '.unityweb'],
      retention_days: null,
    },
  ]);
  const active = await sql`select config_id from storage_active`.execute(db);
  expect(active.rows).toEqual([{ config_id: builtinStorageId }]);
  const forms = await sql`select distinct storage_id from blob_encodings`.execute(db);
  expect(forms.rows).toEqual([{ storage_id: builtinStorageId }]);
  const totals = await sql`select storage_id, files, bytes from storage_totals`.execute(db);
  expect(totals.rows).toEqual([{ storage_id: builtinStorageId, files: 3, bytes: 34 }]);
});

test('a new Flux drops the uploads of old versions after a year', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number <= before);
  const { rows } = await sql`select retention_days from storage_configs`.execute(db);
  expect(rows).toEqual([{ retention_days: 365 }]);
  for (const statement of [
    sql`insert into storage_active (config_id) values (${builtinStorageId})`,
    sql`insert into storage_active (only_one, config_id) values (false, ${builtinStorageId})`,
    sql`delete from storage_active`,
    sql`delete from storage_configs`,
    sql`update storage_active set config_id = 'nothing'`,
  ])
    await expect(statement.execute(db)).rejects.toThrow();
});
