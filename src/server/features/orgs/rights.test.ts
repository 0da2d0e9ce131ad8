import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import {
  acceptInvitation,
  changeMemberRole,
  changeMembership,
  deleteOrganization,
  getOrganization,
  handOverOrganization,
  listInvitations,
  listMembers,
  listOrganizations,
  type MemberRole,
  type Organization,
  remindInvitation,
  updateOrganization,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { newId } from '../../platform/ids.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { insertInvitation } from './invitations/store.ts';

const day = 86_400_000;
const document = readFileSync(new URL('../../../../docs/organizations.md', import.meta.url), 'utf8');
const sections = document.split(/^## /m);
const tables = ['Who may do what', 'While it is offline'].map((title) => {
  const lines = sections.find((section) => section.startsWith(`${title}\n`))?.split('\n') ?? [];
  const [roles = [], , ...rows] = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  return { title, roles, rows, isOffline: title === 'While it is offline' };
});

let server: TestServer;
const people = new Map<string, Person>();
const person = (name: string): Person => {
  const found = people.get(name);
  if (!found) throw new Error(`Nobody is called ${name}.`);
  return found;
};

beforeAll(async () => {
  server = await startServer();
  for (const name of ['owner', 'admin', 'member', 'viewer', 'stranger', 'other member', 'other admin'])
    people.set(name, await signIn(server, name));
  people.set('administrator', await signIn(server, 'administrator', { role: 'admin' }));
});
afterAll(() => server.close());

interface Scene {
  id: string;
  name: string;
  params: { id: string };
  /** An invitation by another admin. */
  invitationId: string;
}

/** An organization for one question alone. */
async function scene(
  isPublic: boolean,
  { isOffline, ...fields }: { allowMemberUploads: boolean; isOffline: boolean },
): Promise<Scene> {
  const members: [Person, MemberRole][] = [
    [person('admin'), 'admin'],
    [person('member'), 'member'],
    [person('viewer'), 'viewer'],
    [person('other member'), 'member'],
    [person('other admin'), 'admin'],
  ];
  const name = newId();
  const { id } = await addOrganization(server, person('owner'), { name, isPublic, members, ...fields });
  const invitationId = newId();
  const now = server.clock.now();
  const invitation = {
    id: invitationId,
    organization_id: id,
    email: `${id}@example.test`,
    role: 'member' as const,
    invited_by: person('other admin').id,
    created_at: now,
    sent_at: new Date(now.getTime() - day),
    expires_at: new Date(now.getTime() + day),
  };
  await server.context.db.transaction().execute((trx) => insertInvitation(trx, invitation));
  if (isOffline)
    await server.context.db
      .updateTable('organizations')
      .set({ suspended_since: now })
      .where('id', '=', id)
      .execute();
  return { id, name, params: { id }, invitationId };
}

type Action = (who: Visitor, scene: Scene, self: string) => Promise<unknown>;

const invite =
  (role: MemberRole): Action =>
  (who, { id: organizationId }) =>
    who.call(changeMembership, {
      body: { action: 'invite', organizationId, userEmail: `${newId()}@example.test`, role },
    });
const change =
  (name: string): Action =>
  (who, { id }) =>
    who.call(changeMemberRole, { params: { id, userId: person(name).id }, body: { role: 'viewer' } });
const remove =
  (name: string): Action =>
  (who, { id: organizationId }) =>
    who.call(changeMembership, { body: { action: 'remove', organizationId, userId: person(name).id } });
/** What the organization itself says that one may do. */
const told =
  (holds: (can: Organization['can']) => boolean): Action =>
  async (who, { params }) => {
    const { can } = await who.call(getOrganization, { params });
    if (!holds(can)) throw new FluxError('forbidden');
  };
const upload: Action = async (who, found, self) => {
  await told((can) => can.upload)(who, found, self);
  const { items } = await who.call(listOrganizations, { query: { uploadable: true, q: found.name } });
  expect(items.map(({ id }) => id)).toEqual([found.id]);
};

/** Each row of the table, tested over HTTP and in `can` if listed there. */
const actions: Record<string, { act: Action; tells?: (can: Organization['can']) => boolean }> = {
  'see the organization': { act: (who, { params }) => who.call(getOrganization, { params }) },
  'see its members and their addresses': {
    act: async (who, { params }) => {
      const { items } = await who.call(listMembers, { params });
      expect(items.every(({ email }) => email !== null)).toBe(true);
      const organization = await who.call(getOrganization, { params });
      expect(organization.members.length).toBe(6);
      expect(organization.owner.email).toBe(person('owner').email);
    },
  },
  'change its details and settings': {
    act: (who, { params }) => who.call(updateOrganization, { params, body: { isPublic: true } }),
    tells: (can) => can.edit,
  },
  'delete it': {
    act: (who, { params }) => who.call(deleteOrganization, { params }),
    tells: (can) => can.delete,
  },
  'hand it over to another member': {
    act: (who, { params }) =>
      who.call(handOverOrganization, { params, body: { userId: person('other member').id } }),
    tells: (can) => can.handOver,
  },
  'leave it': {
    act: (who, { id: organizationId }, self) =>
      who.call(changeMembership, {
        body: { action: 'remove', organizationId, userId: people.get(self)?.id ?? newId() },
      }),
    tells: (can) => can.leave,
  },
  'invite a viewer': { act: invite('viewer'), tells: (can) => can.inviteAs.includes('viewer') },
  'invite a member': { act: invite('member'), tells: (can) => can.inviteAs.includes('member') },
  'invite an admin': { act: invite('admin'), tells: (can) => can.inviteAs.includes('admin') },
  'see whom others invited': {
    act: async (who, { params, invitationId }) => {
      const { items } = await who.call(listInvitations, { params });
      if (!items.some(({ id }) => id === invitationId)) throw new FluxError('forbidden');
    },
  },
  'remind somebody whom another invited': {
    act: (who, { invitationId: id }) => who.call(remindInvitation, { params: { id } }),
  },
  'withdraw the invitation of another': {
    act: (who, { invitationId: id }) => who.call(withdrawInvitation, { params: { id } }),
  },
  'accept an invitation to another address': {
    act: (who, { invitationId: id }) => who.call(acceptInvitation, { params: { id } }),
  },
  'change what a member is': { act: change('other member'), tells: (can) => can.manageMembers },
  'change what an admin is': { act: change('other admin'), tells: (can) => can.manageMembers },
  'change what the owner is': { act: change('owner') },
  'remove a member': { act: remove('other member'), tells: (can) => can.manageMembers },
  'remove an admin': { act: remove('other admin'), tells: (can) => can.manageMembers },
  'remove the owner': { act: remove('owner') },
  'upload to it': { act: upload, tells: (can) => can.upload },
  'upload where members may not': { act: upload, tells: (can) => can.upload },
  'approve what others uploaded': { act: told((can) => can.approve), tells: (can) => can.approve },
};

const meanings: Record<string, string[]> = {
  yes: ['done'],
  no: ['forbidden', 'conflict', 'member_not_found'],
  'not there': ['organization_not_found', 'invitation_not_found'],
  'sign in': ['unauthenticated'],
  plan: ['subscription_required'],
};

test.each(tables)(
  '$title: the table has a row for each action and a column for each role',
  ({ roles, rows }) => {
    expect(roles.slice(1)).toEqual([
      ...['owner', 'admin', 'member', 'viewer', 'stranger, private', 'stranger, public'],
      ...['signed out', 'administrator'],
    ]);
    expect(rows.map(([action]) => action)).toEqual(Object.keys(actions));
  },
);

const questions = tables.flatMap(({ title, roles, rows, isOffline }) =>
  rows.map(([name = '', ...cells]) => ({ title, roles, isOffline, name, cells })),
);
describe.each(questions)('$title: to $name', ({ name, cells, roles, isOffline }) => {
  test.each(cells.map((cell, index) => [roles[index + 1] ?? '', cell] as const))(
    '%s: %s',
    async (role, cell) => {
      const action = actions[name];
      if (!action) throw new Error(`Nobody knows how to ${name}.`);
      const self = role.startsWith('stranger') ? 'stranger' : role;
      const who = role === 'signed out' ? visitor(server) : person(self);
      const fields = { allowMemberUploads: name !== 'upload where members may not', isOffline };
      const found = await scene(role === 'stranger, public', fields);
      const tells =
        action.tells && ['yes', 'no', 'plan'].includes(cell)
          ? action.tells((await person(self).call(getOrganization, { params: found.params })).can)
          : undefined;
      const code = await action.act(who, found, self).then(
        () => 'done',
        (error: FluxError) => error.code,
      );
      expect(meanings[cell]).toContain(code);
      if (tells !== undefined) expect(tells).toBe(cell === 'yes');
    },
  );
});
