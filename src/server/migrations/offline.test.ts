import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

test('what was there before is online, and from then on nothing that is offline can be public', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number < 12);
  await sql`
    insert into users (id, username) values ('ada', 'Ada');
    insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now());
    begin;
    insert into organizations (id, name, owner_id, created_at) values ('moon', 'Moon', 'ada', now());
    insert into organization_members values ('moon', 'ada', 'admin', now());
    insert into apps (id, owner_id, organization_id, name, is_public, active_version_id, share_key, created_at, updated_at)
      values ('open', 'ada', 'moon', 'Open', true, 'v', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      values ('v', 'open', '1.0.0', 'a.zip', 1, '\\x01', '{}', 'ada', now());
    commit;
  `.execute(db);
  await runMigrations(db, (number) => number === 12);
  const states = await sql`
    select apps.is_public, apps.offline_since as app, organizations.offline_since as organization
    from apps join organizations on organizations.id = organization_id`.execute(db);
  expect(states.rows).toEqual([{ is_public: true, app: null, organization: null }]);
  await expect(sql`update apps set offline_since = now()`.execute(db)).rejects.toThrow(
    'apps_offline_are_private',
  );
  await sql`update apps set offline_since = now(), is_public = false`.execute(db);
  await expect(sql`update apps set is_public = true`.execute(db)).rejects.toThrow('apps_offline_are_private');
});
