import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, runMigrations } from '../testing/migrations.ts';

const database = emptyDatabase<unknown>();

test('organizations and applications of before stay what they were, with their owners as members', async () => {
  const { db } = database;
  await runMigrations(db, (number) => number < 7);
  await sql`
    insert into users (id, username) values ('ada', 'Ada'), ('bob', 'Bob');
    insert into organizations (id, name, owner_id, created_by, created_at) values
      ('moon', 'Moon', 'ada', 'ada', '2026-01-01'), ('mars', 'Mars', 'bob', null, '2026-01-02');
    insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now());
    begin;
    insert into apps (id, owner_id, organization_id, name, is_public, active_version_id, share_key, created_at, updated_at)
      values ('open', 'bob', 'moon', 'Open', true, 'v', 'key', now(), now());
    insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
      values ('v', 'open', '1.0.0', 'a.zip', 1, '\\x01', '{}', 'bob', now());
    commit;
  `.execute(db);
  await runMigrations(db, (number) => number >= 7 && number <= 9);
  const members = () =>
    sql`select organizations.id, member_count as count, user_id as member, role, joined_at = created_at as as_old
      from organizations left join organization_members on organization_id = organizations.id
      order by organizations.id, user_id`
      .execute(db)
      .then(({ rows }) => rows);
  expect(await members()).toEqual([
    { id: 'mars', count: 1, member: 'bob', role: 'admin', as_old: true },
    { id: 'moon', count: 1, member: 'ada', role: 'admin', as_old: true },
  ]);
  const apps = await sql`
    select is_public, is_approved, wants_public, share_key, approval from apps
    join versions on versions.id = active_version_id`.execute(db);
  expect(apps.rows).toEqual([
    { is_public: true, is_approved: true, wants_public: false, share_key: 'key', approval: 'approved' },
  ]);

  // The running total follows every way of coming and going.
  await sql`insert into organization_members (organization_id, user_id, role, joined_at)
    values ('moon', 'bob', 'member', now()), ('mars', 'ada', 'viewer', now())`.execute(db);
  await sql`delete from apps`.execute(db);
  await sql`delete from organizations where id = 'mars'`.execute(db);
  await sql`delete from users where id = 'bob'`.execute(db);
  expect(await members()).toMatchObject([{ id: 'moon', count: 1, member: 'ada' }]);
  await expect(sql`delete from organization_members`.execute(db)).rejects.toThrow(
    'organizations_owner_is_a_member',
  );
});
