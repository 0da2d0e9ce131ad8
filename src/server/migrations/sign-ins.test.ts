import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '../platform/db/connect.ts';
import { createTestDatabase } from '../testing/database.ts';
import { up } from './0006_sign_ins.ts';

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

test('accounts of before follow the identity that their address is from, as far as it can be told', async () => {
  const { db } = connection;
  await sql`
    alter table users drop column email_identity_id;
    alter table identities drop column email_verified;
    alter table sessions drop column proved_at;
    drop index sign_in_attempts_by_browser;
    insert into users (id, email, email_verified, username, provider) values
      ('same', 'A@x.test', true, 'Same', 'github.com'), ('second', 'b@x.test', true, 'Second', 'google.com'),
      ('changed', 'old@x.test', true, 'Changed', 'google.com'), ('bare', null, false, 'Bare', 'github.com'),
      ('none', 'n@x.test', true, 'None', 'unknown');
    insert into identities (id, issuer, subject, user_id, provider, email, created_at) values
      ('same-google', 'g', '1', 'same', 'google.com', 'a@x.test', '2026-01-01'),
      ('same-github', 'h', '1', 'same', 'github.com', 'a@x.test', '2026-01-02'),
      ('second-first', 'g', '2', 'second', 'google.com', 'other@x.test', '2026-01-01'),
      ('second-second', 'h', '2', 'second', 'github.com', 'b@x.test', '2026-01-02'),
      ('changed-first', 'g', '3', 'changed', 'google.com', 'new@x.test', '2026-01-01'),
      ('bare-only', 'h', '4', 'bare', 'github.com', null, '2026-01-01');
    insert into sessions (secret_hash, id, user_id, provider, created_at, last_seen_at, expires_at)
      values ('x', 's', 'bare', 'github.com', '2026-01-01', '2026-01-02', '2026-01-31');
  `.execute(db);
  await up(db);
  const { rows } = await sql`
    select users.id, email_identity_id as followed, identities.email_verified as verified
    from users left join identities on identities.id = email_identity_id order by users.id`.execute(db);
  expect(rows).toEqual([
    { id: 'bare', followed: 'bare-only', verified: false },
    { id: 'changed', followed: 'changed-first', verified: false },
    { id: 'none', followed: null, verified: null },
    { id: 'same', followed: 'same-github', verified: true },
    { id: 'second', followed: 'second-second', verified: true },
  ]);
  const sessions = await sql`select proved_at = created_at as as_before from sessions`.execute(db);
  expect(sessions.rows).toEqual([{ as_before: true }]);
});
