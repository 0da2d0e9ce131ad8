import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportApplication } from '#shared/contact/reports.ts';
import { requestSupport } from '#shared/contact/support.ts';
import { changeMembership, listOwnInvitations } from '#shared/orgs/orgs.ts';
import { newId } from '../../platform/ids.ts';
import { rowsWith } from '../../testing/measures/rows-with.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { upsertPerson } from '../accounts/store.ts';
import { writeMail } from '../mail/write.ts';
import { deletePerson } from './delete-data.ts';

/** Mails and requests of an address are deleted with its last account. */

let server: TestServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [ada, bob] = [await signIn(server, `Ada ${newId()}`), await signIn(server, `Bob ${newId()}`)];
});
afterAll(() => server.close());

/** Another account of the same person, by another provider. */
async function addAccount({ email }: Person): Promise<string> {
  const { db, clock } = server.context;
  const again = {
    issuer: 'https://another.test',
    subject: newId(),
    provider: 'github.com',
    email: email.toUpperCase(),
    emailVerified: true,
    username: 'The same',
    isAdmin: false,
  };
  return db.transaction().execute((trx) => upsertPerson(trx, again, newId(), clock.now()));
}

/** An invitation, a support request and a report with their mails. */
async function beWrittenTo({ email }: Person): Promise<void> {
  const { id: organizationId } = await addOrganization(server, bob);
  await bob.call(changeMembership, {
    body: { action: 'invite', organizationId, userEmail: email, role: 'viewer' },
  });
  const anybody = visitor(server);
  await anybody.call(requestSupport, {
    body: { name: 'Ada', email, category: 'bugs', subject: 'Hm', message: 'It is me.' },
  });
  const app = await addApp(server, bob, { isPublic: true });
  await anybody.call(reportApplication, {
    body: { applicationId: app.id, reason: 'broken', email: email.toUpperCase() },
  });
}

const left = async ({ email }: Person) => ({
  ...(await rowsWith(server, email)),
  ...(await rowsWith(server, email.toUpperCase())),
});

test('deleting one of two accounts with an address keeps the other’s mails', async () => {
  await beWrittenTo(ada);
  const second = await addAccount(ada);
  const { db, clock } = server.context;
  await db.transaction().execute(async (trx) => {
    const mail = { to: ada.email, subject: 'Hello', text: '', html: '', causedBy: bob.id };
    await writeMail(trx, { ...mail, about: `waiting in x for ${second}` }, clock.now());
  });
  const before = await left(ada);
  expect(before).toMatchObject({ 'public.support_requests': 1, 'public.reports': 1 });
  await deletePerson(server.context, second);
  expect(await rowsWith(server, second)).toEqual({});
  const mails = (before['public.mails'] ?? 0) - 1;
  expect(await left(ada)).toEqual({
    ...before,
    'public.mails': mails,
    'public.users': 1,
    'public.identities': 1,
  });
  expect(mails).toBeGreaterThan(0);
  expect((await ada.call(listOwnInvitations)).invitations).toHaveLength(1);
});

test('an unverified claim to the address protects nothing', async () => {
  await beWrittenTo(ada);
  const claimed = await signIn(server, 'Claims it');
  await server.context.db
    .updateTable('users')
    .set({ email: ada.email, email_verified: false })
    .where('id', '=', claimed.id)
    .execute();
  await deletePerson(server.context, ada.id);
  const { 'public.users': users, ...others } = await left(ada);
  expect([users, others]).toEqual([1, {}]);
});

test('deleting the last account deletes all of it, also what was sent signed out', async () => {
  await beWrittenTo(ada);
  expect(await left(ada)).toMatchObject({ 'public.organization_invitations': 1, 'public.reports': 1 });
  await deletePerson(server.context, ada.id);
  expect(await left(ada)).toEqual({});
  expect(await server.context.db.selectFrom('reports').select('email').execute()).toContainEqual({
    email: null,
  });
});

test('of two concurrent deletions one deletes it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await signIn(server, `Cleo ${round}`);
    const { id: organizationId } = await addOrganization(server, bob);
    const body = { action: 'invite', organizationId, userEmail: person.email, role: 'viewer' } as const;
    await bob.call(changeMembership, { body });
    const second = await addAccount(person);
    await Promise.all([person.id, second].map((id) => deletePerson(server.context, id)));
    expect(await left(person)).toEqual({});
    server.clock.advance(1);
  }
});
