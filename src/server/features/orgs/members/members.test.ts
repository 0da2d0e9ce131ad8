import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { whileDeadlocked } from '#server/testing/measures/deadlock.ts';
import { countOf as countOfTrial } from '#server/testing/measures/trials.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { endPlan, renewPlan } from '#server/testing/people/offline.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  changeMemberRole,
  changeMembership,
  deleteOrganization,
  getOrganization,
  handOverOrganization,
  listInvitations,
  listMembers,
  type MemberRole,
  updateOrganization,
} from '#shared/orgs/orgs.ts';
import { lockUser } from '../../accounts/user-store.ts';
import { maxOrganizations } from '../create.ts';
import { lockOrganization } from '../store.ts';

const rounds = countOfTrial('races');

let server: TestServer;
let ada: Person;
let bob: Person;
let cleo: Person;
let eve: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
  bob = await signIn(server, 'Bob');
  cleo = await signIn(server, 'Cleo');
  eve = await signIn(server, 'Eve');
});
afterAll(() => server.close());

/** Ada's organization, with Bob and Cleo. */
async function organization(bobs: MemberRole = 'admin', cleos: MemberRole = 'member'): Promise<string> {
  const members = [[bob, bobs] as const, [cleo, cleos] as const];
  return (await addOrganization(server, ada, { members })).id;
}

const members = async (id: string, query: object = {}, who = ada) =>
  (await who.call(listMembers, { params: { id }, query })).items;
const rolesIn = async (id: string) =>
  Object.fromEntries((await members(id)).map(({ displayName, role }) => [displayName, role]));
const remove = (who: Person, organizationId: string, person: { id: string }) =>
  who.call(changeMembership, { body: { action: 'remove', organizationId, userId: person.id } });
const change = (who: Person, id: string, person: { id: string }, role: MemberRole) =>
  who.call(changeMemberRole, { params: { id, userId: person.id }, body: { role } });
const handOver = (who: Person, id: string, person: { id: string }) =>
  who.call(handOverOrganization, { params: { id }, body: { userId: person.id } });
const invite = (who: Person, organizationId: string, userEmail: string, role: MemberRole) =>
  who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail, role } });
const invited = async (id: string) =>
  (await ada.call(listInvitations, { params: { id } })).items.map(({ email }) => email).sort();
const countOf = async (id: string) => (await ada.call(getOrganization, { params: { id } })).memberCount;

test('members require a signed-in user who may know the organization', async () => {
  const id = await organization();
  const body = { action: 'remove', organizationId: id, userId: cleo.id } as const;
  const calls = (who: Pick<Person, 'call'>) => [
    () => who.call(changeMembership, { body }),
    () => who.call(listMembers, { params: { id } }),
    () => who.call(changeMemberRole, { params: { id, userId: cleo.id }, body: { role: 'viewer' } }),
    () => who.call(handOverOrganization, { params: { id }, body: { userId: cleo.id } }),
  ];
  for (const attempt of calls(visitor(server)))
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' });
  for (const attempt of calls(eve))
    await expect(attempt()).rejects.toMatchObject({
      code: 'organization_not_found',
      message: 'Organization not found',
    });
  expect(await rolesIn(id)).toEqual({ Ada: 'owner', Bob: 'admin', Cleo: 'member' });
});

test.each([
  { action: 'remove', organizationId: 'x', userId: 'a'.repeat(26) },
  { action: 'remove', organizationId: 'a'.repeat(26) },
  { action: 'remove', organizationId: 'a'.repeat(26), userId: 'a'.repeat(26), role: 'admin' },
])('the body %j is refused', async (body) => {
  const attempt = ada.call(changeMembership, { body: body as never });
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_input' });
});

test.each([
  ['action', { action: 'promote', userId: 'a'.repeat(26) }, 'Please choose an action: invite or remove'],
  [
    'role',
    { action: 'invite', userEmail: 'x@example.test', role: 'owner' },
    'Please choose a role: member, admin or viewer',
  ],
])('an unknown %s is refused with the valid values', async (field, sent, message) => {
  const body = { organizationId: 'a'.repeat(26), ...sent };
  const attempt = ada.call(changeMembership, { body: body as never });
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_input',
    message,
    fields: { [field]: message },
  });
});

test('the owner is first, then members by joining time, each once over the pages', async () => {
  const { id } = await addOrganization(server, ada);
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => signIn(server, `Person ${number}`)));
  const { db, clock } = server.context;
  // Two joined in the very same moment.
  for (const [index, person] of people.entries())
    await db
      .insertInto('organization_members')
      .values({
        organization_id: id,
        user_id: person.id,
        role: 'member',
        joined_at: new Date(clock.now().getTime() + Math.floor(index / 2)),
      })
      .execute();
  await handOver(ada, id, people[5] as Person);
  const whole = (await members(id)).map(({ uid }) => uid);
  expect(whole[0]).toBe(people[5]?.id);
  expect(new Set(whole)).toEqual(new Set([ada.id, ...people.map((person) => person.id)]));
  for (const limit of [1, 2, 3]) {
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit, ...(cursor ? { cursor } : {}) };
      const page = await ada.call(listMembers, { params: { id }, query });
      paged.push(...page.items.map(({ uid }) => uid));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
  }
  const attempt = ada.call(listMembers, { params: { id }, query: { cursor: 'WzFd' } });
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_input' });
});

test('members are found by name or address without case', async () => {
  const zoe = await signIn(server, 'Zoë 100%');
  const { id } = await addOrganization(server, ada, { members: [[zoe, 'viewer']] });
  for (const q of ['zoe', 'ZOË', '100%', 'ZO', 'zo.100.@EXAMPLE'])
    expect((await members(id, { q })).map(({ uid }) => uid)).toEqual([zoe.id]);
  expect(await members(id, { q: 'example.test' })).toHaveLength(2);
  expect(await members(id, { q: ' ' })).toHaveLength(2);
  for (const q of ['nobody', '%', '_', "'"]) expect(await members(id, { q: `${q}x` })).toEqual([]);
});

test('a role change applies with all its consequences', async () => {
  const id = await organization('member', 'member');
  await expect(change(bob, id, cleo, 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  await change(ada, id, bob, 'admin');
  await change(bob, id, cleo, 'viewer');
  expect(await rolesIn(id)).toEqual({ Ada: 'owner', Bob: 'admin', Cleo: 'viewer' });
  await change(bob, id, bob, 'member');
  await expect(change(bob, id, cleo, 'admin')).rejects.toMatchObject({ code: 'forbidden' });
});

test('the owner’s role cannot be changed', async () => {
  const id = await organization();
  const root = await signIn(server, 'Root', { role: 'admin' });
  for (const who of [ada, bob, root])
    await expect(change(who, id, ada, 'member')).rejects.toMatchObject({
      code: 'conflict',
      message: 'The role of the owner cannot change. Make another member the owner first.',
    });
  for (const who of [bob, root])
    await expect(remove(who, id, ada)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The owner cannot be removed.',
    });
  await expect(remove(ada, id, ada)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You own this organization. Make another member the owner first.',
  });
  await expect(remove(cleo, id, ada)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rolesIn(id)).toMatchObject({ Ada: 'owner' });
});

test('a user who is no member is neither changed, removed nor made the owner', async () => {
  const id = await organization();
  for (const nobody of [eve, { id: newId() }])
    for (const attempt of [
      () => change(ada, id, nobody, 'admin'),
      () => remove(ada, id, nobody),
      () => handOver(ada, id, nobody),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'member_not_found' });
});

test('a removed member’s open page has no access', async () => {
  const id = await organization();
  await remove(ada, id, bob);
  expect(await countOf(id)).toBe(2);
  const params = { id };
  for (const attempt of [
    () => bob.call(getOrganization, { params }),
    () => bob.call(listMembers, { params }),
    () => bob.call(listInvitations, { params }),
    () => bob.call(updateOrganization, { params, body: { name: 'Mine' } }),
    () => remove(bob, id, cleo),
    () => remove(bob, id, bob),
    () => change(bob, id, cleo, 'viewer'),
    () => invite(bob, id, 'friend@example.test', 'admin'),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'organization_not_found' });
});

test('a member can leave and removes nobody else', async () => {
  const id = await organization();
  await expect(remove(cleo, id, bob)).rejects.toMatchObject({ code: 'forbidden' });
  await remove(cleo, id, cleo);
  await remove(bob, id, bob);
  expect(await rolesIn(id)).toEqual({ Ada: 'owner' });
});

test('removal withdraws all the member’s invitations, demotion those beyond the new role', async () => {
  const id = await organization('admin', 'member');
  await invite(bob, id, 'second.bob@example.test', 'admin');
  await invite(bob, id, 'friend.of.bob@example.test', 'member');
  await invite(bob, id, 'watcher.of.bob@example.test', 'viewer');
  await invite(cleo, id, 'friend.of.cleo@example.test', 'member');
  await invite(ada, id, 'of.ada@example.test', 'admin');
  await change(ada, id, bob, 'member');
  const ofOthers = ['friend.of.cleo@example.test', 'of.ada@example.test'];
  expect(await invited(id)).toEqual(
    [...ofOthers, 'friend.of.bob@example.test', 'watcher.of.bob@example.test'].sort(),
  );
  await change(ada, id, bob, 'viewer');
  expect(await invited(id)).toEqual([...ofOthers, 'watcher.of.bob@example.test'].sort());
  await remove(ada, id, bob);
  expect(await invited(id)).toEqual(ofOthers);
  await remove(cleo, id, cleo);
  expect(await invited(id)).toEqual(['of.ada@example.test']);
});

test('a role change by an administrator during suspension keeps permitted invitations', async () => {
  const [owner, inviter] = [await signIn(server, 'Owner'), await signIn(server, 'Inviter')];
  const administrator = await signIn(server, 'Administrator', { role: 'admin' });
  const { id } = await addOrganization(server, owner, { members: [[inviter, 'admin']] });
  for (const role of ['admin', 'member', 'viewer'] as const)
    await invite(inviter, id, `${role}@example.test`, role);
  await endPlan(server, owner);
  await change(administrator, id, inviter, 'member');
  await renewPlan(server, owner);
  const { items } = await owner.call(listInvitations, { params: { id } });
  expect(items.map(({ email }) => email).sort()).toEqual(['member@example.test', 'viewer@example.test']);
});

test('after a handover the former owner is an admin', async () => {
  const id = await organization('viewer');
  await expect(handOver(ada, id, ada)).rejects.toMatchObject({ code: 'conflict' });
  await expect(handOver(bob, id, cleo)).rejects.toMatchObject({ code: 'forbidden' });
  await handOver(ada, id, bob);
  expect(await rolesIn(id)).toEqual({ Bob: 'owner', Ada: 'admin', Cleo: 'member' });
  await expect(handOver(ada, id, cleo)).rejects.toMatchObject({ code: 'forbidden' });
  await remove(bob, id, ada);
  expect((await members(id, {}, bob)).map(({ displayName }) => displayName)).toEqual(['Bob', 'Cleo']);
  const uploads = await bob.call(getOrganization, { params: { id } });
  expect(uploads).toMatchObject({ ownerId: bob.id, createdBy: ada.id, role: 'owner' });
});

test('nobody gets more organizations than the limit', async () => {
  const rich = await signIn(server, 'Rich');
  for (let count = 0; count < maxOrganizations; count++) await addOrganization(server, rich);
  const { id } = await addOrganization(server, ada, { members: [[rich, 'member']] });
  await expect(handOver(ada, id, rich)).rejects.toMatchObject({ code: 'conflict' });
});

test('a user with an ended plan gets none, not even by an administrator', async () => {
  const former = await signIn(server, 'Former');
  const administrator = await signIn(server, 'Administrator', { role: 'admin' });
  const { id } = await addOrganization(server, ada, { members: [[former, 'admin']] });
  await endPlan(server, former);
  for (const who of [ada, administrator])
    await expect(handOver(who, id, former)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The subscription of Former has ended'),
    });
  expect(await ada.call(getOrganization, { params: { id } })).toMatchObject({ ownerId: ada.id });
  await renewPlan(server, former);
  await handOver(ada, id, former);
  expect(await former.call(getOrganization, { params: { id } })).toMatchObject({
    ownerId: former.id,
    isOffline: false,
  });
});

test('concurrent handovers to one user count each other', async () => {
  const rich = await signIn(server, 'Nearly rich');
  for (let count = 1; count < maxOrganizations; count++) await addOrganization(server, rich);
  const given = [ada, bob].map(async (owner) => {
    const { id } = await addOrganization(server, owner, { members: [[rich, 'member']] });
    return { owner, id };
  });
  const both = await Promise.all(given);
  const { db } = server.context;
  const { results } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, rich.id);
    const handingOver = Promise.allSettled(both.map(({ owner, id }) => handOver(owner, id, rich)));
    await somethingWaits(db, 2);
    return { results: handingOver };
  });
  expect((await results).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('the creator of an organization can get it back at the limit', async () => {
  const maker = await signIn(server, 'Generous');
  for (let count = 1; count < maxOrganizations; count++) await addOrganization(server, maker);
  const { id } = await addOrganization(server, maker, { members: [[ada, 'member']] });
  await handOver(maker, id, ada);
  await handOver(ada, id, maker);
  expect(await maker.call(getOrganization, { params: { id } })).toMatchObject({ role: 'owner' });
});

test('of two concurrent handovers one succeeds, and the other is refused', async () => {
  const id = await organization();
  const { db } = server.context;
  const results = await db.transaction().execute(async (trx) => {
    await lockOrganization(trx, id);
    const both = Promise.allSettled([handOver(ada, id, bob), handOver(ada, id, cleo)]);
    // Both were allowed when they began.
    await somethingWaits(db, 2);
    return { both };
  });
  const [one, two] = await results.both;
  expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
  const lost = [one, two].find((result) => result.status === 'rejected');
  expect(lost?.reason).toMatchObject({ code: 'conflict' });
  expect(Object.values(await rolesIn(id)).toSorted()).toEqual([
    'admin',
    lost === one ? 'admin' : 'member',
    'owner',
  ]);
});

test('racing handovers leave one owner', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await organization();
    const results = await Promise.allSettled([handOver(ada, id, bob), handOver(ada, id, cleo)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    // If the first was done before the second began, the second is refused: its user is no longer the owner.
    expect(['conflict', 'forbidden']).toContain(lost?.reason.code);
    const owners = Object.values(await rolesIn(id)).filter((role) => role === 'owner');
    expect(owners).toHaveLength(1);
    // A user may own a limited number of organizations.
    const winner = results[0]?.status === 'fulfilled' ? bob : cleo;
    await winner.call(deleteOrganization, { params: { id } });
  }
});

test('a concurrently removed member acts before the removal or not at all', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await organization('admin', 'member');
    const [removal, act] = await Promise.allSettled([remove(ada, id, bob), change(bob, id, cleo, 'admin')]);
    expect(removal.status).toBe('fulfilled');
    if (act.status === 'rejected') expect(act.reason.code).toBe('organization_not_found');
    const left = await rolesIn(id);
    expect(left).toEqual({ Ada: 'owner', Cleo: act.status === 'fulfilled' ? 'admin' : 'member' });
  }
});

test('of two admins who remove each other, one remains', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await organization('admin', 'admin');
    const results = await Promise.allSettled([remove(bob, id, cleo), remove(cleo, id, bob)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countOf(id)).toBe(2);
  }
});

test('a removal that deadlocks is retried', async () => {
  const id = await organization();
  await whileDeadlocked(server.context.db, 'organization_members', () => remove(ada, id, cleo));
  expect(await rolesIn(id)).toEqual({ Ada: 'owner', Bob: 'admin' });
  expect(await countOf(id)).toBe(2);
});
