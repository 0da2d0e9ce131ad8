import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteMe } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import type { FluxError } from '#shared/contract/errors.ts';
import {
  acceptInvitation,
  changeMembership,
  deleteOrganization,
  getOrganization,
  handOverOrganization,
  listOwnInvitations,
} from '#shared/orgs/orgs.ts';
import { rowsWith } from '../../testing/measures/rows-with.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const deleteAccount = (person: Person, confirm: string) => person.call(deleteMe, { body: { confirm } });

test('an owner of shared organizations cannot be deleted and is told which', async () => {
  const [owner, member] = [await signIn(server, 'Founder'), await signIn(server, 'Follower')];
  await addOrganization(server, owner, { name: 'Alone' });
  const moon = await addOrganization(server, owner, { name: 'Moon', members: [[member, 'viewer']] });
  const mars = await addOrganization(server, owner, { name: 'Mars', members: [[member, 'admin']] });
  const { toHandOver } = await owner.call(getOwnedContent);
  expect(toHandOver.toSorted()).toEqual(['Mars', 'Moon']);
  const refused = await deleteAccount(owner, 'Founder').catch((error: FluxError) => error);
  expect(refused).toMatchObject({ code: 'conflict', message: expect.stringMatching(/Moon|Mars/) });
  expect(deleteMe.errors).toContain((refused as FluxError).code);
  expect((refused as FluxError).details?.toSorted()).toEqual(['Mars', 'Moon']);
  // Nothing of it was done.
  expect(await owner.call(getOwnedContent)).toMatchObject({ organizations: 3, memberships: 0 });
  const body = { userId: member.id };
  await owner.call(handOverOrganization, { params: { id: moon.id }, body });
  await expect(deleteAccount(owner, 'Founder')).rejects.toMatchObject({
    message: 'Other people are members of Mars. Hand it over, or delete it, before you delete your account.',
  });
  await owner.call(deleteOrganization, { params: { id: mars.id } });
  expect(await owner.call(getOwnedContent)).toMatchObject({
    organizations: 1,
    memberships: 1,
    toHandOver: [],
  });
  await deleteAccount(owner, 'Founder');
  expect(await member.call(getOrganization, { params: { id: moon.id } })).toMatchObject({
    memberCount: 1,
    createdBy: null,
    members: [{ uid: member.id, role: 'owner' }],
  });
});

test('memberships and invitations are deleted, sent and received ones, with their mails', async () => {
  const [leaver, other] = [await signIn(server, 'Guest of many'), await signIn(server, 'Host')];
  const host = await addOrganization(server, other, { members: [[leaver, 'admin']] });
  const second = await addOrganization(server, other);
  const invite = (who: Person, organizationId: string, userEmail: string) =>
    who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail, role: 'viewer' } });
  await invite(other, second.id, leaver.email);
  await invite(leaver, host.id, 'friend@example.test');
  await invite(other, host.id, 'stays@example.test');
  expect(await rowsWith(server, leaver.email)).toMatchObject({
    'public.organization_invitations': 1,
    'public.mails': 1,
  });
  await deleteAccount(leaver, 'Guest of many');
  for (const text of [leaver.id, leaver.email, 'Guest of many', 'friend@example.test'])
    expect(await rowsWith(server, text), text).toEqual({});
  expect(await rowsWith(server, 'stays@example.test')).toMatchObject({ 'public.mails': 1 });
});

test('a deletion while a user joins: one of both succeeds', async () => {
  for (let round = 0; round < 8; round++) {
    const [owner, guest] = [await signIn(server, `Leaves ${round}`), await signIn(server, `Joins ${round}`)];
    const { id: organizationId } = await addOrganization(server, owner);
    await owner.call(changeMembership, {
      body: { action: 'invite', organizationId, userEmail: guest.email, role: 'member' },
    });
    const [invitation] = (await guest.call(listOwnInvitations)).invitations;
    const [left, joined] = await Promise.allSettled([
      deleteAccount(owner, `Leaves ${round}`),
      guest.call(acceptInvitation, { params: { id: invitation?.id ?? '' } }),
    ]);
    expect([left.status, joined.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (left.status === 'rejected') expect(left.reason).toMatchObject({ code: 'conflict' });
    // Sent invitations count for a day.
    else
      expect(await rowsWith(server, organizationId)).toEqual({ 'public.organization_invitation_mails': 1 });
  }
});
