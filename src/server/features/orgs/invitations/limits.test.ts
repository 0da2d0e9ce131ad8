import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { rowsWith } from '#server/testing/measures/rows-with.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteMe } from '#shared/accounts/accounts.ts';
import {
  changeMembership,
  deleteOrganization,
  listInvitations,
  remindInvitation,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { lockUser } from '../../accounts/user-store.ts';
import { dailyInvitations, hashAddress } from './limits.ts';
import { insertSentMail } from './store.ts';

const day = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const anAddress = () => `${newId()}@example.test`;
const invite = (who: Person, organizationId: string, userEmail = anAddress()) =>
  who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail, role: 'viewer' } });

const hashOf = (email: string) => hashAddress(server.context.secretKey, email);

/** Inserts a number of sent mails. */
async function alreadySent(
  count: number,
  given: Partial<{ user_id: string; organization_id: string; email: string }>,
): Promise<void> {
  const other = await signIn(server, `Other ${newId()}`);
  const { email: address, ...by } = given;
  const sent = { user_id: other.id, organization_id: newId(), ...by };
  await server.context.db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index++)
      await insertSentMail(
        trx,
        { ...sent, address_hash: hashOf(address ?? anAddress()) },
        server.clock.now(),
      );
  });
}

test('a user’s invitations are limited in 24 hours, over all organizations', async () => {
  const ada = await signIn(server, 'Ada');
  const [one, two] = [await addOrganization(server, ada), await addOrganization(server, ada)];
  await alreadySent(dailyInvitations.person - 2, { user_id: ada.id });
  const results = await Promise.allSettled([one, two, one, two].map(({ id }) => invite(ada, id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const answer = await ada.fetch(changeMembership.path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      action: 'invite',
      organizationId: one.id,
      userEmail: anAddress(),
      role: 'viewer',
    }),
  });
  expect(answer.status).toBe(429);
  expect(answer.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'One person may send 50 invitations in 24 hours. Please try again later.',
  });
  expect(Number(answer.headers['retry-after'])).toBe(day / 1_000);
  server.clock.advance(day);
  await invite(await signIn(server, 'Ada'), one.id);
});

test('concurrent invitations of one user count each other', async () => {
  const ada = await signIn(server, 'Hasty');
  const [one, two] = [await addOrganization(server, ada), await addOrganization(server, ada)];
  await alreadySent(dailyInvitations.person - 1, { user_id: ada.id });
  const { db } = server.context;
  const { both } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, ada.id);
    const sending = Promise.allSettled([invite(ada, one.id), invite(ada, two.id)]);
    await somethingWaits(db, 2);
    return { both: sending };
  });
  expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an organization’s invitations are limited, whoever sends them', async () => {
  const [ada, bob] = [await signIn(server, 'Grace'), await signIn(server, 'Bob')];
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await alreadySent(dailyInvitations.organization - 1, { organization_id: id });
  await invite(bob, id);
  for (const who of [ada, bob])
    await expect(invite(who, id)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: '200 invitations may be sent for one organization in 24 hours. Please try again later.',
    });
});

test('an address’s invitations are limited, whoever sends them', async () => {
  const ada = await signIn(server, 'Zuse');
  const { id } = await addOrganization(server, ada);
  const email = anAddress();
  await alreadySent(dailyInvitations.address, { email });
  await expect(invite(ada, id, email.toUpperCase())).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'One address may be sent 5 invitations in 24 hours. Please try again later.',
  });
  await invite(ada, id);
});

test('concurrent invitations to one address count each other', async () => {
  const people = [await signIn(server, 'One'), await signIn(server, 'Two')];
  const organizations = await Promise.all(people.map((person) => addOrganization(server, person)));
  const email = anAddress();
  await alreadySent(dailyInvitations.address - 1, { email });
  const { db } = server.context;
  const { both } = await db.transaction().execute(async (trx) => {
    // What is counted can be read, and nothing can be added.
    await sql`lock table organization_invitation_mails in share mode`.execute(trx);
    const sending = Promise.allSettled(
      people.map((person, index) => invite(person, organizations[index]?.id ?? '', email)),
    );
    await somethingWaits(db, 2);
    return { both: sending };
  });
  expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('deleting the inviting account resets no count and leaves no address', async () => {
  const email = anAddress();
  for (const count of [3, 2]) {
    const person = await signIn(server, 'Comes back');
    for (let index = 0; index < count; index++)
      await invite(person, (await addOrganization(server, person)).id, email);
    await person.call(deleteMe, { body: { confirm: 'Comes back' } });
    expect(await rowsWith(server, email)).toEqual({});
  }
  const again = await signIn(server, 'Comes back');
  const { id } = await addOrganization(server, again);
  await expect(invite(again, id, email)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('withdrawing, deleting and reminding reset no count', async () => {
  const ada = await signIn(server, 'Turing');
  const email = anAddress();
  const counted = async () => {
    const rows = await server.context.db
      .selectFrom('organization_invitation_mails')
      .select('id')
      .where('address_hash', '=', hashOf(email))
      .execute();
    return rows.length;
  };
  const { id } = await addOrganization(server, ada);
  await invite(ada, id, email);
  const [first] = (await ada.call(listInvitations, { params: { id } })).items;
  server.clock.advance(3_600_000);
  await ada.call(remindInvitation, { params: { id: first?.id ?? '' } });
  await ada.call(withdrawInvitation, { params: { id: first?.id ?? '' } });
  expect(await counted()).toBe(2);
  for (const expected of [3, 4, 5]) {
    const other = await addOrganization(server, ada);
    await invite(ada, other.id, email);
    await ada.call(deleteOrganization, { params: { id: other.id } });
    expect(await counted()).toBe(expected);
  }
  await expect(invite(ada, id, email)).rejects.toMatchObject({ code: 'too_many_requests' });
  // Nothing of a refused one is left.
  expect((await ada.call(listInvitations, { params: { id } })).items).toEqual([]);
});
