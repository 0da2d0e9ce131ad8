import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '../platform/db/connect.ts';
import { createTestDatabase } from '../testing/database.ts';
import * as foundation from './0001_foundation.ts';
import * as people from './0002_people.ts';
import * as subscriptions from './0003_subscriptions.ts';
import * as search from './0004_search.ts';
import * as thumbnails from './0005_thumbnails.ts';
import * as signIns from './0006_sign_ins.ts';
import * as organizations from './0007_organizations.ts';
import * as mail from './0008_mail.ts';
import * as membersHear from './0009_members_hear.ts';
import * as payments from './0010_payments.ts';
import * as customersWhoLeft from './0011_customers_who_left.ts';
import * as offline from './0012_offline.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.target, poolSize: 1, onConnectionError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** In one transaction, as they are run when Flux starts. */
async function migrate(...migrations: { up(trx: Transaction<unknown>): Promise<void> }[]): Promise<void> {
  await connection.db.transaction().execute(async (trx) => {
    for (const { up } of migrations) await up(trx);
  });
}

test('what was there before is online, and from then on nothing that is offline can be public', async () => {
  const { db } = connection;
  await sql`drop schema public cascade; create schema public`.execute(db);
  await migrate(foundation, people, subscriptions, search, thumbnails, signIns, organizations, mail);
  await migrate(membersHear, payments, customersWhoLeft);
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
  await migrate(offline);
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
