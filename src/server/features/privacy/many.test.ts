import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '../../db/schema.ts';
import { insertMany, numbered } from '../../testing/measures/many-rows.ts';
import { readingFew as readingFewOf } from '../../testing/measures/rows-read.ts';
import { inFewStatements } from '../../testing/measures/statements.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { lockAppsForAccountDeletion } from '../apps/account-deletion.ts';
import { withdrawAllFrom } from '../orgs/invitations/withdraw.ts';
import { listOrganizations } from '../orgs/list.ts';
import { listInvitations } from './store.ts';

/** Other users' rows. */
const many = 20_000;

let server: TestServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  const made = numbered(1, many);
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into organizations (id, name, owner_id, created_at, updated_at)
       select 'o' || letters, 'Private ' || n, 'u' || letters, now(), now() from ${made}`,
    );
    await client.query(
      `insert into apps (id, owner_id, organization_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
       select 'a' || letters, 'u' || letters, 'o' || letters, 'App', '', true, 'vanilla', 'v' || letters, now(), now() from ${made}`,
    );
    await client.query(
      `insert into organization_invitations (id, organization_id, email, role, invited_by, created_at, sent_at, expires_at)
       select 'i' || letters, 'o' || letters, n || '@example.test', 'viewer', 'u' || letters, now(), now(), now() from ${made}`,
    );
  });
});
afterAll(() => server.close());

const readingFew = <T>(table: keyof Tables, work: (trx: Transaction<Tables>) => Promise<T>) =>
  readingFewOf(server.context.db, [table], work);

test('a deletion reads the user’s apps and those in their organizations only', async () => {
  const { id: organizationId } = await addOrganization(server, ada);
  const own = await addApp(server, ada);
  const inside = await addApp(server, bob, { organizationId });
  await addApp(server, bob);
  const held = await readingFew('apps', (trx) => lockAppsForAccountDeletion(trx, ada.id));
  expect(held).toEqual([own.id, inside.id].sort());
});

test('a user’s invitations are found by index', async () => {
  const { id } = await addOrganization(server, ada, { name: 'Moon' });
  const at = server.clock.now();
  const invitation = {
    organization_id: id,
    role: 'viewer' as const,
    created_at: at,
    sent_at: at,
    expires_at: at,
  };
  await server.context.db
    .insertInto('organization_invitations')
    .values([
      { ...invitation, id: 'sent', email: 'somebody@example.test', invited_by: ada.id },
      { ...invitation, id: 'received', email: bob.email, invited_by: ada.id },
    ])
    .execute();
  const of = (person: Person) =>
    readingFew('organization_invitations', (trx) => listInvitations(trx, person.id));
  expect((await of(ada)).map(({ email }) => email).sort()).toEqual(
    [bob.email, 'somebody@example.test'].sort(),
  );
  expect(await of(bob)).toMatchObject([{ email: bob.email, organizationName: 'Moon', invitedByYou: false }]);
});

test('any number of sent invitations is withdrawn in a few statements', async () => {
  const carol = await signIn(server, 'Carol');
  const { id } = await addOrganization(server, carol);
  await server.context.db.transaction().execute(async (trx) => {
    const made = sql`(select 'sent' || n as id, n || '@moon.test' as address from generate_series(1, 300) as n) as made`;
    await sql`insert into organization_invitations
      (id, organization_id, email, role, invited_by, created_at, sent_at, expires_at)
      select id, ${id}, address, 'viewer', ${carol.id}, now(), now(), now() from ${made}`.execute(trx);
    await sql`insert into mails (id, to_address, subject, text, html, about, created_at, next_attempt_at)
      select id, address, '', '', '', id, now(), now() from ${made}`.execute(trx);
    await inFewStatements(trx, (counted) => withdrawAllFrom(counted, carol.id));
    expect(
      await trx.selectFrom('mails').select('id').where('to_address', 'like', '%@moon.test').execute(),
    ).toEqual([]);
  });
});

test('a user’s organizations are found by index', async () => {
  const names = ['Zebra', 'Quagga', 'Okapi'];
  for (const name of names) await addOrganization(server, ada, { name, isPublic: name !== 'Okapi' });
  const list = async (person: Person) => {
    const { id, email } = person;
    const viewer = { id, email, username: '', role: 'user', sessionId: '', signedInAt: null } as const;
    const page = await readingFew('organizations', (db) => listOrganizations({ db }, viewer, { limit: 20 }));
    return page.items.map(({ name }) => name).filter((name) => names.includes(name));
  };
  expect(await list(ada)).toEqual(['Okapi', 'Quagga', 'Zebra']);
  expect(await list(bob)).toEqual(['Quagga', 'Zebra']);
});
