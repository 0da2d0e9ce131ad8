import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  acceptInvitation,
  changeMembership,
  declineInvitation,
  getInvitation,
  type Invitation,
  invitationDays,
  listInvitations,
  listMembers,
  listOwnInvitations,
  type MemberRole,
  remindInvitation,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { pruneInvitations } from './prune.ts';

const hour = 3_600_000;
const day = 24 * hour;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

const invite = (who: Person, organizationId: string, userEmail: string, role: MemberRole = 'member') =>
  who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail, role } });
const sent = async (id: string, who = ada, query: object = {}) =>
  (await who.call(listInvitations, { params: { id }, query })).items;
const received = async (who: Person) => (await who.call(listOwnInvitations)).invitations;
const act = (endpoint: typeof acceptInvitation | typeof declineInvitation, who: Person, id: string) =>
  who.call(endpoint, { params: { id } });
const accept = (who: Person, id: string) => act(acceptInvitation, who, id);
const membersOf = async (id: string) =>
  (await ada.call(listMembers, { params: { id } })).items.map(({ displayName, role }) => [displayName, role]);
const mailsTo = (address: string) =>
  server.context.db.selectFrom('mails').selectAll().where('to_address', '=', address).execute();

/** A new user's invitation to an organization of Ada's. */
async function invitation(
  name: string,
  role: MemberRole = 'member',
): Promise<{ organizationId: string; guest: Person; invited: Invitation }> {
  const { id: organizationId } = await addOrganization(server, ada, { name: 'Moon' });
  const guest = await signIn(server, name);
  await invite(ada, organizationId, guest.email, role);
  const [invited] = await received(guest);
  if (!invited) throw new Error('Nobody was invited.');
  return { organizationId, guest, invited };
}

test('an invited user sees the invitation, accepts and is a member', async () => {
  const { organizationId, guest, invited } = await invitation('Bob', 'viewer');
  const now = server.clock.now();
  const facts = {
    id: invited.id,
    organizationId,
    organizationName: 'Moon',
    email: guest.email,
    role: 'viewer',
    invitedBy: 'Ada',
    createdAt: now.toISOString(),
    sentAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + invitationDays * day).toISOString(),
    expired: false,
  };
  expect(invited).toEqual({ ...facts, can: { remind: false, withdraw: false, accept: true } });
  expect(await sent(organizationId)).toEqual([
    { ...facts, can: { remind: true, withdraw: true, accept: false } },
  ]);
  expect(await guest.call(getInvitation, { params: { id: invited.id } })).toEqual(invited);
  expect(await accept(guest, invited.id)).toMatchObject({
    id: organizationId,
    role: 'viewer',
    memberCount: 2,
  });
  expect(await membersOf(organizationId)).toEqual([
    ['Ada', 'owner'],
    ['Bob', 'viewer'],
  ]);
  expect(await sent(organizationId)).toEqual([]);
  expect(await received(guest)).toEqual([]);
});

test('the mail says who invites into what as what, with the link and the day', async () => {
  const { guest, invited } = await invitation('Mailed', 'admin');
  const [mail] = await mailsTo(guest.email);
  const { publicUrl } = server.context.config;
  const link = `${publicUrl}/organizations?invitation=${invited.id}`;
  expect(mail?.subject).toBe('Ada invites you to Moon on Flux');
  expect(mail?.text).toContain('Ada invites you to the organization Moon on Flux, as an admin.');
  expect(mail?.text.split('\n')).toContain(link);
  expect(mail?.html).toContain(`<a href="${link}">${link}</a>`);
  const date = new Date(invited.expiresAt).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  expect(mail?.text).toContain(`good until ${date}.`);
});

test('addresses are compared without case, and invalid ones refused', async () => {
  const { id } = await addOrganization(server, ada);
  const guest = await signIn(server, 'Mixed Case');
  await invite(ada, id, ` ${guest.email.toUpperCase()} `);
  await invite(ada, id, guest.email);
  expect((await sent(id)).map(({ email }) => email)).toEqual([guest.email]);
  expect(await received(guest)).toHaveLength(1);
  for (const [address, message] of [
    ['', 'User email is required'],
    ['bob', 'Please enter a valid e-mail address'],
    ['bob@example.test, eve@example.test', 'Please enter a valid e-mail address'],
    ['bob@example.test\nBcc: eve@example.test', 'Please remove control characters and line breaks.'],
    [`${'x'.repeat(300)}@example.test`, 'Please enter a valid e-mail address'],
  ] as const)
    await expect(invite(ada, id, address)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { userEmail: expect.stringContaining(message) },
    });
});

test('these calls require a signed-in user', async () => {
  const { organizationId, invited } = await invitation('Signed out');
  const anyone = visitor(server);
  const params = { id: invited.id };
  for (const attempt of [
    () => anyone.call(listOwnInvitations),
    () => anyone.call(listInvitations, { params: { id: organizationId } }),
    () => anyone.call(getInvitation, { params }),
    () => anyone.call(acceptInvitation, { params }),
    () => anyone.call(declineInvitation, { params }),
    () => anyone.call(remindInvitation, { params }),
    () => anyone.call(withdrawInvitation, { params }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('an invitation is accepted once, even by concurrent requests', async () => {
  const { organizationId, guest, invited } = await invitation('Twice');
  const results = await Promise.allSettled([accept(guest, invited.id), accept(guest, invited.id)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(accept(guest, invited.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
  expect(await membersOf(organizationId)).toHaveLength(2);
});

test('a withdrawn invitation is gone, and concurrent withdrawal and acceptance exclude each other', async () => {
  const { guest, invited } = await invitation('Too late');
  await ada.call(withdrawInvitation, { params: { id: invited.id } });
  await expect(accept(guest, invited.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
  expect(await mailsTo(guest.email)).toEqual([]);
  for (let round = 0; round < 8; round++) {
    const found = await invitation(`Race ${round}`);
    const [taken, withdrawn] = await Promise.allSettled([
      accept(found.guest, found.invited.id),
      ada.call(withdrawInvitation, { params: { id: found.invited.id } }),
    ]);
    expect([taken.status, withdrawn.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await membersOf(found.organizationId)).toHaveLength(taken.status === 'fulfilled' ? 2 : 1);
  }
});

test('a declined invitation is gone', async () => {
  const { organizationId, guest, invited } = await invitation('Unwilling');
  expect(await act(declineInvitation, guest, invited.id)).toEqual({ success: true });
  await expect(accept(guest, invited.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
  expect(await sent(organizationId)).toEqual([]);
  expect(await mailsTo(guest.email)).toEqual([]);
});

test('an invitation expires, says so, and a reminder renews it', async () => {
  const { organizationId, invited } = await invitation('Late');
  server.clock.advance(invitationDays * day);
  const [guest, owner] = [await signIn(server, 'Late'), await signIn(server, 'Ada')];
  await expect(accept(guest, invited.id)).rejects.toMatchObject({
    code: 'gone',
    message: 'This invitation has expired. Please ask for a new one.',
  });
  expect(await received(guest)).toEqual([]);
  expect(await guest.call(getInvitation, { params: { id: invited.id } })).toMatchObject({
    expired: true,
    can: { accept: false },
  });
  expect(await sent(organizationId, owner)).toMatchObject([{ expired: true, can: { remind: true } }]);
  await owner.call(remindInvitation, { params: { id: invited.id } });
  await accept(guest, invited.id);
  ada = owner;
});

test('a reminder is sent once an hour', async () => {
  const { guest, invited } = await invitation('Forgetful');
  const remind = () => ada.call(remindInvitation, { params: { id: invited.id } });
  await expect(remind()).rejects.toMatchObject({ code: 'too_many_requests' });
  server.clock.advance(hour - 1);
  await expect(remind()).rejects.toMatchObject({ code: 'too_many_requests' });
  server.clock.advance(1);
  await remind();
  const now = server.clock.now();
  expect(await received(guest)).toMatchObject([
    {
      id: invited.id,
      sentAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 14 * day).toISOString(),
    },
  ]);
  // The first one had not left, and the second says the same.
  expect(await mailsTo(guest.email)).toHaveLength(1);
  await expect(remind()).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('inviting an address again renews the invitation, and sends it once an hour', async () => {
  const { organizationId, guest, invited } = await invitation('Again', 'viewer');
  server.clock.advance(hour / 2);
  await invite(ada, organizationId, guest.email, 'admin');
  const [renewed] = await received(guest);
  expect(renewed).toMatchObject({ id: invited.id, role: 'admin', sentAt: invited.sentAt });
  expect(renewed?.expiresAt).not.toBe(invited.expiresAt);
  server.clock.advance(hour / 2);
  await invite(ada, organizationId, guest.email, 'member');
  expect(await received(guest)).toMatchObject([{ role: 'member', sentAt: server.clock.now().toISOString() }]);
  expect(await sent(organizationId)).toHaveLength(1);
});

test('an invitation cannot be changed to a role beyond the user’s own', async () => {
  const [bob, guest] = [await signIn(server, 'Plain'), await signIn(server, 'Future admin')];
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await invite(ada, id, guest.email, 'admin');
  await invite(bob, id, guest.email, 'viewer');
  expect(await received(guest)).toMatchObject([{ role: 'admin', invitedBy: 'Ada' }]);
  expect(await sent(id, bob)).toEqual([]);
  await expect(invite(bob, id, 'x@example.test', 'admin')).rejects.toMatchObject({
    code: 'forbidden',
    message: 'You may invite as member or viewer here.',
  });
});

test('inviting again changes no invitation of others and restores no role beyond one’s own', async () => {
  const [bob, guest] = [await signIn(server, 'Grabbing'), await signIn(server, 'Grabbed')];
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await invite(ada, id, guest.email, 'member');
  const before = await received(guest);
  server.clock.advance(2 * hour);
  await invite(bob, id, guest.email, 'viewer');
  expect(await received(guest)).toEqual(before);
  expect(await sent(id, bob)).toEqual([]);
  await invite(ada, id, guest.email, 'admin');
  server.clock.advance(invitationDays * day);
  const [again, owner, late] = [
    await signIn(server, 'Grabbing'),
    await signIn(server, 'Ada'),
    await signIn(server, 'Grabbed'),
  ];
  await invite(again, id, guest.email, 'viewer');
  expect(await received(late)).toMatchObject([{ role: 'viewer', invitedBy: 'Grabbing' }]);
  ada = owner;
});

test('a member sees, reminds and withdraws their own invitations only', async () => {
  const bob = await signIn(server, 'Sender');
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await invite(ada, id, 'of.ada@example.test');
  await invite(bob, id, 'of.bob@example.test');
  const own = await sent(id, bob);
  expect(own).toMatchObject([{ email: 'of.bob@example.test', can: { remind: true, withdraw: true } }]);
  const ofAda = (await sent(id)).find(({ email }) => email === 'of.ada@example.test');
  for (const endpoint of [remindInvitation, withdrawInvitation])
    await expect(bob.call(endpoint, { params: { id: ofAda?.id ?? '' } })).rejects.toMatchObject({
      code: 'invitation_not_found',
    });
  server.clock.advance(hour);
  await bob.call(remindInvitation, { params: { id: own[0]?.id ?? '' } });
  await bob.call(withdrawInvitation, { params: { id: own[0]?.id ?? '' } });
  expect((await sent(id)).map(({ email }) => email)).toEqual(['of.ada@example.test']);
});

test('invitations are listed in pages, newest first, and searched by address', async () => {
  const { id } = await addOrganization(server, ada);
  for (let count = 0; count < 5; count++) {
    await invite(ada, id, `guest${count}@example.test`);
    if (count % 2) server.clock.advance(1);
  }
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await ada.call(listInvitations, {
      params: { id },
      query: { limit: 2, ...(cursor ? { cursor } : {}) },
    });
    found.push(...page.items.map(({ email }) => email));
    cursor = page.nextCursor;
  }
  expect(found[0]).toBe('guest4@example.test');
  expect(new Set(found).size).toBe(5);
  expect((await sent(id, ada, { q: 'GUEST3@' })).map(({ email }) => email)).toEqual(['guest3@example.test']);
  await expect(sent(id, ada, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('an existing member keeps their role', async () => {
  const { organizationId, guest, invited } = await invitation('Already in', 'viewer');
  await server.context.db
    .insertInto('organization_members')
    .values({
      organization_id: organizationId,
      user_id: guest.id,
      role: 'admin',
      joined_at: server.clock.now(),
    })
    .execute();
  await accept(guest, invited.id);
  expect(await membersOf(organizationId)).toEqual([
    ['Ada', 'owner'],
    ['Already in', 'admin'],
  ]);
});

test('an unanswered invitation is deleted a month after it expired', async () => {
  const { organizationId } = await invitation('Never came');
  server.clock.advance((invitationDays + 30) * day);
  await pruneInvitations(server.context);
  ada = await signIn(server, 'Ada');
  expect(await sent(organizationId)).toHaveLength(1);
  server.clock.advance(1);
  await pruneInvitations(server.context);
  expect(await sent(organizationId)).toEqual([]);
  expect(await server.context.db.selectFrom('organization_invitation_mails').select('id').execute()).toEqual(
    [],
  );
});
