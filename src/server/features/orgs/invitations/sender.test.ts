import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  acceptInvitation,
  changeMembership,
  getInvitation,
  listInvitations,
  listOwnInvitations,
  type MemberRole,
  type OrganizationRole,
  remindInvitation,
} from '#shared/orgs/orgs.ts';
import { disableAccount, enableAccount } from '../../accounts/disable.ts';
import { changeRole } from '../../accounts/roles.ts';
import { rolesToInviteAs } from '../can.ts';

/** Invitations whose sender lost the right to invite. */

let server: TestServer;
let owner: Person;
let sender: Person;
let guest: Person;
let root: Person;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
});
beforeEach(async () => {
  const names = ['Owner', 'Sender', 'Guest'].map((name) => `${name} ${newId()}`);
  [owner, sender, guest] = (await Promise.all(names.map((name) => signIn(server, name)))) as [
    Person,
    Person,
    Person,
  ];
  organizationId = (await addOrganization(server, owner)).id;
});
afterAll(() => server.close());

const invite = (who: Person, role: MemberRole = 'admin') =>
  who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail: guest.email, role } });
const received = async () => (await guest.call(listOwnInvitations)).invitations;
const join = async (as: MemberRole, userId: string) =>
  server.context.db
    .insertInto('organization_members')
    .values({ organization_id: organizationId, user_id: userId, role: as, joined_at: server.clock.now() })
    .execute();
const disable = () => disableAccount(server.context, sender.id, { actor: root, reason: 'Taken over' });

async function expectNothing(id: string): Promise<void> {
  expect(await received()).toEqual([]);
  for (const endpoint of [acceptInvitation, getInvitation])
    await expect(guest.call(endpoint, { params: { id } })).rejects.toMatchObject({
      code: 'invitation_not_found',
    });
  const { rows } = await server.context.pool.query(
    'select from organization_members where organization_id = $1 and user_id = $2',
    [organizationId, guest.id],
  );
  expect(rows).toHaveLength(0);
}

test('by a demoted administrator is invalid', async () => {
  await changeRole(server.context, sender.id, 'admin');
  sender = await signInAgain(sender);
  await invite(sender);
  const [invited] = await received();
  await changeRole(server.context, sender.id, 'user');
  await expectNothing(invited?.id ?? '');
});

test('by a disabled user is paused until they are enabled', async () => {
  await join('admin', sender.id);
  await invite(sender);
  const [invited] = await received();
  await disable();
  await expectNothing(invited?.id ?? '');
  await enableAccount(server.context, sender.id, root);
  await guest.call(acceptInvitation, { params: { id: invited?.id ?? '' } });
});

describe('by a disabled user is valid again', () => {
  beforeEach(async () => {
    await join('admin', sender.id);
    await invite(sender);
    await disable();
  });

  test('after a reminder by an authorized user, as theirs', async () => {
    const listed = async () =>
      (await owner.call(listInvitations, { params: { id: organizationId } })).items[0];
    const dead = await listed();
    expect(dead).toMatchObject({ expired: true, can: { remind: true } });
    server.clock.advance(3_600_000);
    await owner.call(remindInvitation, { params: { id: dead?.id ?? '' } });
    expect(await listed()).toMatchObject({ id: dead?.id, expired: false });
    const [invited] = await received();
    expect(invited?.invitedBy).toMatch(/^Owner/);
    await guest.call(acceptInvitation, { params: { id: invited?.id ?? '' } });
  });

  test('after a new invitation by an authorized user, with their roles', async () => {
    const member = await signIn(server, `Member ${newId()}`);
    await join('member', member.id);
    server.clock.advance(3_600_000);
    await invite(member, 'viewer');
    expect(await received()).toMatchObject([{ role: 'viewer' }]);
  });
});

test('the query equals the permission check for all users', async () => {
  const roles: MemberRole[] = ['admin', 'member', 'viewer'];
  const standings: (MemberRole | null)[] = [...roles, null];
  for (const fluxRole of ['user', 'admin'] as const)
    for (const standing of standings) {
      const somebody = await signIn(server, `Somebody ${newId()}`, { role: fluxRole });
      if (standing !== null) await join(standing, somebody.id);
      const may = rolesToInviteAs({ id: somebody.id, role: fluxRole }, known(standing));
      for (const role of roles) {
        await server.context.db.deleteFrom('organization_invitations').execute();
        await invite(owner, role);
        await server.context.db
          .updateTable('organization_invitations')
          .set({ invited_by: somebody.id })
          .execute();
        const what = `${fluxRole}, ${standing}, ${role}`;
        expect([what, (await received()).length]).toEqual([what, may.includes(role) ? 1 : 0]);
        server.clock.advance(3_600_000 * 12);
        [owner, guest] = [await signInAgain(owner), await signInAgain(guest)];
      }
    }
});

const known = (role: OrganizationRole | null) => ({
  isPublic: false,
  allowMemberUploads: true,
  requireApproval: false,
  isOffline: false,
  role,
});

async function signInAgain({ id }: Person): Promise<Person> {
  const user = server.context.db.selectFrom('users').select('username').where('id', '=', id);
  return signIn(server, (await user.executeTakeFirstOrThrow()).username, { plan: null });
}
