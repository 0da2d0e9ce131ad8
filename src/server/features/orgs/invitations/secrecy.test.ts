import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { withStatements } from '#server/testing/measures/statements.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  acceptInvitation,
  changeMembership,
  declineInvitation,
  getInvitation,
  type Invitation,
  listInvitations,
  listOwnInvitations,
  remindInvitation,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

const invite = (who: Person, organizationId: string, userEmail: string) =>
  who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail } });
const sent = async (id: string, who = ada) => (await who.call(listInvitations, { params: { id } })).items;
const received = async (who: Person) => (await who.call(listOwnInvitations)).invitations;
const accept = (who: Person, id: string) => who.call(acceptInvitation, { params: { id } });

/** A new user's invitation to an organization of Ada's. */
async function invitation(
  name: string,
): Promise<{ organizationId: string; guest: Person; invited: Invitation }> {
  const { id: organizationId } = await addOrganization(server, ada, { name: 'Moon' });
  const guest = await signIn(server, name);
  await invite(ada, organizationId, guest.email);
  const [invited] = await received(guest);
  if (!invited) throw new Error('Nobody was invited.');
  return { organizationId, guest, invited };
}

test('for other users an invitation does not exist, even with its link', async () => {
  const { organizationId, invited } = await invitation('Invited alone');
  const eve = await signIn(server, 'Eve');
  for (const id of [invited.id, newId(), 'nothing'])
    for (const endpoint of [
      getInvitation,
      acceptInvitation,
      declineInvitation,
      remindInvitation,
      withdrawInvitation,
    ])
      await expect(
        eve.call<typeof getInvitation>(endpoint as never, { params: { id } }),
      ).rejects.toMatchObject({
        code: 'invitation_not_found',
        message: 'This invitation does not exist, was withdrawn, or was sent to another e-mail address.',
      });
  await expect(sent(organizationId, eve)).rejects.toMatchObject({ code: 'organization_not_found' });
  expect(await received(eve)).toEqual([]);
});

test('only the account’s own verified address counts', async () => {
  const { guest, invited } = await invitation('Unverified');
  const { db, clock } = server.context;
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', guest.id).execute();
  expect(await received(guest)).toEqual([]);
  await expect(accept(guest, invited.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
  const other = await signIn(server, 'Another account');
  await db
    .insertInto('identities')
    .values({
      id: newId(),
      issuer: 'https://github.test',
      subject: newId(),
      user_id: other.id,
      provider: 'github.com',
      email: guest.email,
      email_verified: true,
      created_at: clock.now(),
    })
    .execute();
  await expect(accept(other, invited.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', guest.id).execute();
  await accept(guest, invited.id);
});

test('inviting a member is refused, and named only to users who see members’ addresses', async () => {
  const bob = await signIn(server, 'Known');
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await expect(invite(ada, id, bob.email.toUpperCase())).rejects.toMatchObject({
    code: 'conflict',
    message: 'This person is already a member of the organization.',
  });
  const { db } = server.context;
  // A user with an unverified claim to the address does not prevent its invitation.
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', bob.id).execute();
  await invite(ada, id, bob.email);
});

test('response and work do not depend on whether the address has an account', async () => {
  const { id } = await addOrganization(server, ada);
  const known = await signIn(server, 'Has an account');
  const workOf = async (userEmail: string) => {
    const { answer, texts: statements } = await withStatements(() =>
      ada.fetch(changeMembership.path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'invite', organizationId: id, userEmail, role: 'member' }),
      }),
    );
    const { date: _date, ...headers } = answer.headers;
    return { status: answer.status, headers, body: answer.text(), statements };
  };
  const toKnown = await workOf(known.email);
  const toUnknown = await workOf('nobody.at.all@example.test');
  expect(toKnown).toMatchObject({ status: 200, body: '{"success":true}' });
  expect(toKnown.statements.length).toBeGreaterThan(5);
  expect(toUnknown).toEqual(toKnown);
  const [first, second] = await sent(id);
  expect(Object.keys(first ?? {})).toEqual(Object.keys(second ?? {}));
  expect({ ...first, id: '', email: '' }).toEqual({ ...second, id: '', email: '' });
});
