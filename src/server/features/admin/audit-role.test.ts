import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAuditLog } from '#shared/admin/admin.ts';
import { updateApplication } from '#shared/apps/apps.ts';
import {
  changeMembership,
  deleteOrganization,
  listInvitations,
  remindInvitation,
} from '#shared/orgs/orgs.ts';
import { activateVersion, createVersion } from '#shared/versions/versions.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

/** Actions that only the administrator role allows are recorded for members of the organization, too. */

let server: TestServer;
let root: Person;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(1000));

const read = async (target: string) => (await root.call(listAuditLog, { query: { target } })).items;
const file = { name: 'game.html', bytes: '<!doctype html><title>Next</title>' };
const own = async () => (await addOrganization(server, root)).id;
const written = async (target: string) =>
  (await read(target)).map(({ action, after }) => ({ action, after }));

test('an invitation beyond their own role, and a reminder of another’s invitation', async () => {
  const { id: organizationId } = await addOrganization(server, ada, { members: [[root, 'member']] });
  const inviteAs = (who: Person, role: 'member' | 'admin') =>
    who.call(changeMembership, {
      body: { action: 'invite', organizationId, userEmail: `${who.id}.${role}@example.test`, role },
    });
  await inviteAs(root, 'member');
  await inviteAs(ada, 'member');
  expect(await written(organizationId)).toEqual([]);
  await inviteAs(root, 'admin');
  expect(await written(organizationId)).toEqual([{ action: 'member.invite', after: { role: 'admin' } }]);
  const anHourAgo = new Date(server.clock.now().getTime() - 3_600_000);
  await server.context.db.updateTable('organization_invitations').set({ sent_at: anHourAgo }).execute();
  const { items } = await ada.call(listInvitations, { params: { id: organizationId } });
  for (const { id } of items) await root.call(remindInvitation, { params: { id } });
  expect(await written(organizationId)).toEqual([
    { action: 'member.invite', after: { role: 'member' } },
    { action: 'member.invite', after: { role: 'admin' } },
  ]);
});

test('moving an application out of an organization they administer, or into one that is not theirs', async () => {
  const { id: organizationId } = await addOrganization(server, ada, { members: [[root, 'admin']] });
  const elsewhere = await own();
  const moved = await addApp(server, ada, { organizationId });
  const move = (id: string, to: string) =>
    root.call(updateApplication, { params: { id }, body: { organizationId: to } });
  await root.call(updateApplication, { params: { id: moved.id }, body: { name: 'Ping' } });
  expect(await written(moved.id)).toEqual([]);
  await move(moved.id, elsewhere);
  expect(await read(moved.id)).toMatchObject([
    { action: 'application.update', before: { organizationId }, after: { organizationId: elsewhere } },
  ]);
  const foreign = await addOrganization(server, ada);
  const brought = await addApp(server, root, { organizationId: elsewhere });
  await move(brought.id, organizationId);
  expect(await written(brought.id)).toEqual([]);
  await move(brought.id, foreign.id);
  expect(await read(brought.id)).toMatchObject([{ after: { organizationId: foreign.id } }]);
});

test('publishing where they are no member, or past an approval', async () => {
  const foreign = await addOrganization(server, ada);
  const { id: organizationId } = await addOrganization(server, ada, {
    requireApproval: true,
    members: [[root, 'member']],
  });
  const publishIn = (id: string) =>
    publishApp(root, { body: { organizationId: id }, files: { build: file } });
  expect(await written((await publishIn(await own())).id)).toEqual([]);
  for (const id of [foreign.id, organizationId])
    expect(await written((await publishIn(id)).id)).toEqual([
      { action: 'version.publish', after: { version: '1.0.0', organizationId: id } },
    ]);
  const mine = await addApp(server, root, { organizationId });
  await root.call(createVersion, {
    params: { id: mine.id },
    body: { changelog: 'Mine' },
    files: { build: file },
  });
  const waiting = await addApp(server, root, { organizationId, isApproved: false });
  await root.call(activateVersion, { body: { appId: waiting.id, versionId: waiting.activeVersionId } });
  expect(await written(mine.id)).toMatchObject([{ action: 'version.publish' }]);
  expect(await written(waiting.id)).toMatchObject([{ action: 'version.activate' }]);
});

test('deleting their organization and moving its applications to another’s', async () => {
  const { id: organizationId } = await addOrganization(server, ada);
  for (const [moveTo, actions] of [
    [await own(), []],
    [organizationId, ['organization.delete']],
  ] as const) {
    const id = await own();
    await addApp(server, root, { organizationId: id });
    const query = { applications: 'move', moveTo } as const;
    await root.call(deleteOrganization, { params: { id }, query });
    expect((await read(id)).map(({ action }) => action)).toEqual(actions);
  }
});
