import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#server/platform/db/changes.ts';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getApplication } from '#shared/apps/apps.ts';
import {
  changeMembership,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  listOwnInvitations,
} from '#shared/orgs/orgs.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
const announced: Change[] = [];
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
  bob = await signIn(server, 'Bob');
  server.context.changes.subscribe({ onChange: (change) => announced.push(change), onGap: () => {} });
});
afterAll(() => server.close());

const end = (who: Person, id: string, query: object = {}) =>
  who.call(deleteOrganization, { params: { id }, query });
const find = (who: Person, id: string) => who.call(getOrganization, { params: { id } });
const app = (who: Person, id: string) => who.call(getApplication, { params: { id } });

/** Ada's organization, with an app of hers and one of the member Bob. */
async function withApps() {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const [first, second] = [
    await addApp(server, ada, { organizationId: id, isPublic: true }),
    await addApp(server, bob, { organizationId: id }),
  ];
  return { id, apps: [first.id, second.id] };
}

test('an organization without applications is deleted with its members and invitations', async () => {
  const guest = await signIn(server, 'Guest');
  const { id } = await addOrganization(server, ada, { members: [[bob, 'admin']] });
  await ada.call(changeMembership, {
    body: { action: 'invite', organizationId: id, userEmail: guest.email, role: 'member' },
  });
  expect((await guest.call(listOwnInvitations)).invitations).toHaveLength(1);
  expect(await end(ada, id)).toEqual({ success: true });
  for (const who of [ada, bob])
    await expect(find(who, id)).rejects.toMatchObject({ code: 'organization_not_found' });
  expect((await guest.call(listOwnInvitations)).invitations).toEqual([]);
  expect((await bob.call(listOrganizations, { query: { userId: bob.id } })).items).toEqual([]);
  const mails = await server.context.db
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', String(guest.email))
    .execute();
  expect(mails).toEqual([]);
  await expect(end(ada, id)).rejects.toMatchObject({ code: 'organization_not_found' });
});

test('requires its owner or an administrator', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'admin']] });
  const eve = await signIn(server, 'Eve');
  await expect(visitor(server).call(deleteOrganization, { params: { id } })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(end(eve, id)).rejects.toMatchObject({ code: 'organization_not_found' });
  await expect(end(bob, id)).rejects.toMatchObject({ code: 'forbidden' });
  await end(await signIn(server, 'Root', { role: 'admin' }), id);
});

test('with applications it requires a decision about them', async () => {
  const { id, apps } = await withApps();
  await expect(end(ada, id)).rejects.toMatchObject({
    code: 'conflict',
    message:
      'This organization has 2 applications. Choose whether they are deleted with it or moved to another organization.',
  });
  await expect(end(ada, id, { applications: 'keep' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await find(ada, id)).toMatchObject({ applications: 2 });
  for (const each of apps) expect((await app(ada, each)).organizationId).toBe(id);
});

test('its applications are deleted with it, whoever owns them, and each is announced', async () => {
  const { id, apps } = await withApps();
  announced.length = 0;
  await end(ada, id, { applications: 'delete' });
  for (const each of apps) await expect(app(bob, each)).rejects.toMatchObject({ code: 'app_not_found' });
  const { db } = server.context;
  for (const table of ['apps', 'versions'] as const) {
    const column = table === 'apps' ? 'id' : 'app_id';
    expect(await db.selectFrom(table).select('id').where(column, 'in', apps).execute()).toEqual([]);
  }
  await expect
    .poll(() =>
      announced
        .filter(({ kind }) => kind === 'app')
        .map((change) => change.id)
        .sort(),
    )
    .toEqual(apps.toSorted());
});

test('its applications move to another organization unchanged', async () => {
  const { id, apps } = await withApps();
  const target = await addOrganization(server, ada, { members: [[bob, 'viewer']] });
  announced.length = 0;
  await end(ada, id, { applications: 'move', moveTo: target.id });
  await expect(find(ada, id)).rejects.toMatchObject({ code: 'organization_not_found' });
  expect(await find(ada, target.id)).toMatchObject({ applications: 2 });
  const [first = '', second = ''] = apps;
  expect(await app(ada, first)).toMatchObject({
    organizationId: target.id,
    isPublic: true,
    uploadedBy: ada.id,
  });
  expect(await app(bob, second)).toMatchObject({ organizationId: target.id, uploadedBy: bob.id });
  await expect.poll(() => announced.filter(({ kind }) => kind === 'app')).toHaveLength(2);
});

test('applications move only to where the user may upload, and not past an approval', async () => {
  const { id } = await withApps();
  const others = {
    unknown: newId(),
    itself: id,
    private: (await addOrganization(server, bob)).id,
    public: (await addOrganization(server, bob, { isPublic: true })).id,
    viewed: (await addOrganization(server, bob, { members: [[ada, 'viewer']] })).id,
    closed: (await addOrganization(server, bob, { allowMemberUploads: false, members: [[ada, 'member']] }))
      .id,
  };
  for (const moveTo of [undefined, ...Object.values(others)])
    await expect(
      end(ada, id, { applications: 'move', ...(moveTo === undefined ? {} : { moveTo }) }),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: { moveTo: 'Please select an organization' } });
  const strict = { requireApproval: true, members: [[ada, 'member']] as const };
  const approving = await addOrganization(server, bob, strict);
  await expect(end(ada, id, { applications: 'move', moveTo: approving.id })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await find(ada, id)).toMatchObject({ applications: 2 });
  const open = await addOrganization(server, bob, { members: [[ada, 'member']] });
  await end(ada, id, { applications: 'move', moveTo: open.id });
});

test('of two organizations that move into each other, one remains with everything', async () => {
  for (let round = 0; round < 8; round++) {
    const [one, two] = [await withApps(), await withApps()];
    const results = await Promise.allSettled([
      end(ada, one.id, { applications: 'move', moveTo: two.id }),
      end(ada, two.id, { applications: 'move', moveTo: one.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = results[0].status === 'fulfilled' ? two : one;
    expect(await find(ada, left.id)).toMatchObject({ applications: 4 });
  }
});
