import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listTotals, readStored } from '../features/usage/store.ts';
import type { Tables } from '../schema.ts';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<Tables>({ poolSize: 2 });

test('what was there before is in the totals, and what comes while they are begun is neither lost nor counted twice', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number < 19);
  await sql`
    insert into users (id, username) values ('ada', 'Ada'), ('bob', 'Bob');
    insert into blobs (sha256, size, touched_at) values ('\\x01', 7, now());
    insert into blob_encodings (sha256, encoding, size, stored_sha256, key, created_at)
      values ('\\x01', 'identity', 7, '\\x01', 'a', '2026-01-02'), ('\\x01', 'gzip', 5, '\\x02', 'b', '2026-01-03');
    begin;
    insert into apps (id, owner_id, name, is_public, active_version_id, share_key, created_at, updated_at)
      values ('open', 'ada', 'Open', true, 'v', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      values ('v', 'open', '1.0.0', 'a.zip', 1, '\\x01', '{}', 'ada', now());
    insert into version_files (version_id, path, sha256, size, content_type, encodable)
      select 'v', path, '\\x01', 7, 'text/plain', false
      from unnest(array['a.data', 'Build/b.DATA', 'c', '.hidden', 'x.y/z', 'd.tar.gz', 'e.weird', 'f.']) as path;
    commit;
  `.execute(db);
  let late: Promise<unknown> | undefined;
  await runMigrations(
    db,
    (number) => number === 19,
    async () => {
      late = sql`insert into users (id, username) values ('eve', 'Eve')`.execute(db);
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
  );
  await late;
  const totals = await listTotals(db);
  const amounts = Object.fromEntries(totals.map(({ name, amount }) => [name, amount]));
  expect(amounts).toMatchObject({
    'rows/users': 3,
    'rows/applications': 1,
    'rows/versions': 1,
    'rows/mails': 0,
    'files/.data': 2,
    'files/.gz': 1,
    'files/other': 5,
  });
  expect(await readStored(db)).toEqual({ files: 2, bytes: 12 });
  expect(totals.find(({ name }) => name === 'stored')?.changedAt).toEqual(new Date('2026-01-03T00:00:00Z'));
});
