import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countOf } from '#server/testing/measures/trials.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { changeUser, listAuditLog, listUsers } from '#shared/admin/admin.ts';
import {
  acceptInvitation,
  changeMembership,
  deleteOrganization,
  getOrganization,
  handOverOrganization,
  listMembers,
  listOwnInvitations,
} from '#shared/orgs/orgs.ts';

const rounds = countOf('races');

let server: TestServer;
let root: Person;
let owner: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
  owner = await signIn(server, 'Owner');
});
afterAll(() => server.close());

const assign = async (who: Person, organizationId: string | null, body: object = {}) =>
  (await root.call(changeUser, { body: { uid: who.id, organizationId, ...body } })).user;
const find = async (who: Person) => (await root.call(listUsers, { query: { search: who.id } })).items[0];
const rolesIn = async (id: string) => {
  const { items } = await root.call(listMembers, { params: { id } });
  return Object.fromEntries(items.map(({ displayName, role }) => [displayName, role]));
};

test('an assignment adds a membership; another or none removes it', async () => {
  const ada = await signIn(server, 'Ada');
  const [first, second] = [
    await addOrganization(server, owner, { name: 'First' }),
    await addOrganization(server, owner, { name: 'Second' }),
  ];
  expect(await assign(ada, first.id, { organizationName: 'Anything' })).toMatchObject({
    organizationId: first.id,
    organizationName: 'First',
    memberOrganizations: [{ id: first.id, name: 'First', isOwner: false }],
  });
  expect(await rolesIn(first.id)).toEqual({ Owner: 'owner', Ada: 'member' });
  await assign(ada, second.id);
  expect(await rolesIn(first.id)).toEqual({ Owner: 'owner' });
  expect(await rolesIn(second.id)).toEqual({ Owner: 'owner', Ada: 'member' });
  expect(await assign(ada, null)).toMatchObject({
    organizationId: null,
    organizationName: null,
    memberOrganizations: [],
  });
  expect(await rolesIn(second.id)).toEqual({ Owner: 'owner' });
  const log = await root.call(listAuditLog, { query: { target: ada.id, action: 'user.organization' } });
  expect(log.items.map(({ before, after }) => [before?.organizationName, after?.organizationName])).toEqual([
    ['Second', null],
    ['First', 'Second'],
    [null, 'First'],
  ]);
});

test('a membership that existed before an assignment stays', async () => {
  const bob = await signIn(server, 'Bob');
  const { id } = await addOrganization(server, owner, { members: [[bob, 'admin']] });
  await assign(bob, id);
  expect(await rolesIn(id)).toMatchObject({ Bob: 'admin' });
  await assign(bob, null);
  expect(await rolesIn(id)).toMatchObject({ Bob: 'admin' });
});

test('a user who joins after their assignment stays a member', async () => {
  const cleo = await signIn(server, 'Cleo');
  const { id } = await addOrganization(server, owner);
  await owner.call(changeMembership, {
    body: { action: 'invite', organizationId: id, userEmail: cleo.email, role: 'viewer' },
  });
  await assign(cleo, id);
  const [invitation] = (await cleo.call(listOwnInvitations)).invitations;
  await cleo.call(acceptInvitation, { params: { id: invitation?.id ?? '' } });
  await assign(cleo, null);
  expect(await rolesIn(id)).toMatchObject({ Cleo: 'member' });
});

test('an assigned user who became the owner stays, and is a member after a handover', async () => {
  const dan = await signIn(server, 'Dan');
  const { id } = await addOrganization(server, owner);
  await assign(dan, id);
  await owner.call(handOverOrganization, { params: { id }, body: { userId: dan.id } });
  await assign(dan, null);
  expect(await rolesIn(id)).toEqual({ Dan: 'owner', Owner: 'admin' });
  await assign(dan, id);
  await dan.call(handOverOrganization, { params: { id }, body: { userId: owner.id } });
  await assign(dan, null);
  expect(await rolesIn(id)).toEqual({ Owner: 'owner', Dan: 'admin' });
});

test('an owner is assigned to their organization and keeps it', async () => {
  const { id } = await addOrganization(server, owner);
  expect((await assign(owner, id)).organizationId).toBe(id);
  await assign(owner, null);
  expect(await rolesIn(id)).toEqual({ Owner: 'owner' });
});

test('the assignment ends with the membership or the organization', async () => {
  const eve = await signIn(server, 'Eve');
  const ended = async (end: (id: string) => Promise<unknown>) => {
    const { id } = await addOrganization(server, owner);
    await assign(eve, id);
    await end(id);
    expect(await find(eve)).toMatchObject({ organizationId: null, memberOrganizations: [] });
  };
  const removal = (organizationId: string) => ({ action: 'remove', organizationId, userId: eve.id }) as const;
  await ended((id) => owner.call(changeMembership, { body: removal(id) }));
  await ended((id) => eve.call(changeMembership, { body: removal(id) }));
  await ended((id) => owner.call(deleteOrganization, { params: { id } }));
});

test('unknown users and organizations are refused', async () => {
  const fay = await signIn(server, 'Fay');
  await expect(assign(fay, newId())).rejects.toMatchObject({ code: 'organization_not_found' });
  const { id } = await addOrganization(server, owner);
  await expect(assign({ ...fay, id: newId() }, id)).rejects.toMatchObject({ code: 'not_found' });
  await assign(fay, id);
  expect((await assign(fay, id)).organizationId).toBe(id);
});

test('of concurrent assignments one remains, with one membership', async () => {
  const gil = await signIn(server, 'Gil');
  const both = [await addOrganization(server, owner), await addOrganization(server, owner)];
  for (let round = 0; round < rounds; round++) {
    const results = await Promise.allSettled(both.map(({ id }) => assign(gil, id)));
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.code).toBe('conflict');
    expect(changeUser.errors).toContain('conflict');
    const found = await find(gil);
    expect(found?.memberOrganizations.map(({ id }) => id)).toEqual([found?.organizationId]);
    await assign(gil, null);
  }
});

test('a deleted account’s assignment is deleted', async () => {
  const { id } = await addOrganization(server, owner);
  const hal = await signIn(server, 'Hal');
  await assign(hal, id);
  await server.context.db.deleteFrom('users').where('id', '=', hal.id).execute();
  expect((await owner.call(getOrganization, { params: { id } })).memberCount).toBe(1);
});
