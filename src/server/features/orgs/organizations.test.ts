import { afterAll, beforeAll, expect, test } from 'vitest';
import { offlineMessages } from '#shared/billing/offline.ts';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  type Organization,
  updateOrganization,
} from '#shared/orgs/orgs.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { maxOrganizations } from './create.ts';

let server: TestServer;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
  eve = await signIn(server, 'Eve');
});
afterAll(() => server.close());

const names = ({ items }: { items: Organization[] }) => items.map(({ name }) => name);
const get = (who: Person, id: string) => who.call(getOrganization, { params: { id } });

test('the creator of an organization owns it', async () => {
  const organization = await ada.call(createOrganization, {
    body: { name: ' Moon ', description: 'To the moon\r\nand back' },
  });
  const now = server.clock.now().toISOString();
  expect(organization).toEqual({
    id: organization.id,
    _id: organization.id,
    name: 'Moon',
    description: 'To the moon\nand back',
    isPublic: false,
    owner: { uid: ada.id, displayName: 'Ada', email: ada.email },
    ownerId: ada.id,
    createdBy: ada.id,
    createdAt: now,
    updatedAt: now,
    members: [
      {
        uid: ada.id,
        displayName: 'Ada',
        email: ada.email,
        role: 'owner',
        joinedAt: now,
        can: { remove: false, changeRole: false, makeOwner: false },
      },
    ],
    memberCount: 1,
    applications: 0,
    awaitingApproval: 0,
    isOffline: false,
    settings: { allowMemberUploads: true, requireApproval: false },
    role: 'owner',
    can: {
      lookInside: true,
      edit: true,
      delete: true,
      leave: false,
      inviteAs: ['member', 'admin', 'viewer'],
      manageMembers: true,
      upload: true,
      approve: true,
      handOver: true,
    },
  });
  expect(await get(ada, organization.id)).toEqual(organization);
});

test('names need not be unique', async () => {
  const body = { name: 'Twins', settings: { requireApproval: true }, isPublic: true };
  const [one, two] = [
    await ada.call(createOrganization, { body }),
    await eve.call(createOrganization, { body }),
  ];
  expect(one.id).not.toBe(two.id);
  expect(two).toMatchObject({
    ownerId: eve.id,
    isPublic: true,
    settings: { allowMemberUploads: true, requireApproval: true },
  });
});

test('settings at the top level are accepted, and `settings` takes precedence', async () => {
  const body = { name: 'Flat', allowMemberUploads: false, requireApproval: true };
  const flat = await ada.call(createOrganization, { body });
  expect(flat.settings).toEqual({ allowMemberUploads: false, requireApproval: true });
  const change = async (fields: object) =>
    (await ada.call(updateOrganization, { params: { id: flat.id }, body: fields })).settings;
  expect(await change({ allowMemberUploads: true })).toEqual({
    allowMemberUploads: true,
    requireApproval: true,
  });
  expect(await change({ requireApproval: true, settings: { requireApproval: false } })).toEqual({
    allowMemberUploads: true,
    requireApproval: false,
  });
  expect(await change({ name: 'Still flat' })).toEqual({ allowMemberUploads: true, requireApproval: false });
  await expect(change({ requireApproval: 'yes' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test.each([
  [{}, 'Organization name is required'],
  [{ name: ' ' }, 'Organization name is required'],
  [{ name: 'x'.repeat(121) }, 'Please keep the name under 120 characters'],
  [{ name: 'a\nb' }, 'Please remove control characters and line breaks.'],
  [{ name: 'Moon', description: 'x'.repeat(2001) }, 'Please keep the description under 2,000 characters'],
  [{ name: 'Moon', ownerId: 'me' }, 'ownerId: This field is not known here.'],
])('an organization like %j is refused', async (body, message) => {
  const attempt = ada.call(createOrganization, { body: body as { name: string } });
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', message });
});

test('fields about creator and time are set by the server', async () => {
  const body = { name: 'Forged', createdBy: eve.id, createdAt: '1999', updatedAt: '1999' };
  const organization = await ada.call(createOrganization, { body });
  expect(organization).toMatchObject({ createdBy: ada.id, createdAt: server.clock.now().toISOString() });
});

test('organizations require a signed-in user', async () => {
  const { id } = await addOrganization(server, ada, { isPublic: true });
  const anyone = visitor(server);
  for (const attempt of [
    () => anyone.call(createOrganization, { body: { name: 'Moon' } }),
    () => anyone.call(listOrganizations),
    () => anyone.call(getOrganization, { params: { id } }),
    () => anyone.call(updateOrganization, { params: { id }, body: { name: 'Moon' } }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a user’s organizations are limited, even when created concurrently or handed over', async () => {
  const maker = await signIn(server, 'Maker');
  const { db } = server.context;
  for (let count = 2; count < maxOrganizations; count++) await addOrganization(server, maker);
  const given = await addOrganization(server, maker, { members: [[eve, 'member']] });
  await db.updateTable('organizations').set({ owner_id: eve.id }).where('id', '=', given.id).execute();
  const make = () => maker.call(createOrganization, { body: { name: 'One more' } });
  const results = await Promise.allSettled([make(), make(), make()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(make()).rejects.toMatchObject({
    code: 'limit_reached',
    message: 'You can have up to 50 organizations. Delete one that you no longer need first.',
  });
});

test('a user with an ended plan creates none; one who never had a plan can', async () => {
  const maker = await signIn(server, 'Former');
  const make = (who: Person) => who.call(createOrganization, { body: { name: 'New' } });
  await endPlan(server, maker);
  await expect(make(maker)).rejects.toMatchObject({
    code: 'subscription_required',
    message: offlineMessages.noNewOrganization,
  });
  const { items } = await maker.call(listOrganizations);
  expect(items.filter(({ ownerId }) => ownerId === maker.id)).toEqual([]);
  await renewPlan(server, maker);
  expect(await make(maker)).toMatchObject({ isOffline: false });
  expect(await make(await signIn(server, 'Newcomer', { plan: null }))).toMatchObject({ isOffline: false });
  const administrator = await signIn(server, 'Administrator', { role: 'admin' });
  await endPlan(server, administrator);
  expect(await make(administrator)).toMatchObject({ isOffline: false });
});

test('an edit changes the given fields only', async () => {
  const { id } = await addOrganization(server, ada, { name: 'Before', description: 'Kept' });
  server.clock.advance(1_000);
  const change = (body: object) => ada.call(updateOrganization, { params: { id }, body });
  expect(await change({ name: 'After', settings: { requireApproval: true } })).toMatchObject({
    name: 'After',
    description: 'Kept',
    isPublic: false,
    settings: { allowMemberUploads: true, requireApproval: true },
    updatedAt: server.clock.now().toISOString(),
  });
  expect(await change({ description: '', isPublic: true })).toMatchObject({
    name: 'After',
    description: '',
    isPublic: true,
    settings: { allowMemberUploads: true, requireApproval: true },
  });
  await expect(change({ name: '' })).rejects.toMatchObject({ message: 'Organization name is required' });
  await expect(change({ ownerId: eve.id })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('strangers of a private organization get the response for a missing one', async () => {
  const { id } = await addOrganization(server, ada);
  for (const each of [id, newId(), 'nothing']) {
    const body = { name: 'Mine' };
    await expect(get(eve, each)).rejects.toMatchObject({
      code: 'organization_not_found',
      message: 'Organization not found',
    });
    await expect(eve.call(updateOrganization, { params: { id: each }, body })).rejects.toMatchObject({
      code: 'organization_not_found',
    });
  }
});

test('strangers of a public one see neither members nor addresses', async () => {
  const member = await signIn(server, 'Member of a public one');
  const { id } = await addOrganization(server, ada, { isPublic: true, members: [[member, 'member']] });
  await addApp(server, ada, { organizationId: id });
  await addApp(server, ada, { organizationId: id, isPublic: true });
  const seen = await get(eve, id);
  expect(seen).toMatchObject({
    owner: { uid: ada.id, displayName: 'Ada', email: null },
    members: [],
    memberCount: 2,
    applications: 1,
    role: null,
    can: { edit: false, inviteAs: [], upload: false },
  });
  expect(JSON.stringify(seen)).not.toContain('@example.test');
  const body = { name: 'Mine' };
  await expect(eve.call(updateOrganization, { params: { id }, body })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await get(member, id)).toMatchObject({
    owner: { email: ada.email },
    members: [{ uid: ada.id }, { uid: member.id, email: member.email }],
    applications: 2,
    role: 'member',
  });
});

test('the list has the organizations a user may know, by name, in pages, searchable', async () => {
  const grace = await signIn(server, 'Grace');
  const hopper = await signIn(server, 'Hopper');
  for (const name of ['Zoë’s Games', 'apple', 'Bear', 'Éclair', 'cherry tree'])
    await addOrganization(server, grace, { name, members: [[hopper, 'viewer']] });
  await addOrganization(server, ada, { name: 'Of somebody else' });
  const list = (query: object) => hopper.call(listOrganizations, { query: { userId: hopper.id, ...query } });
  const whole = ['apple', 'Bear', 'cherry tree', 'Éclair', 'Zoë’s Games'];
  expect(names(await list({}))).toEqual(whole);
  const pages: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
    pages.push(...names(page));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(whole);
  expect(names(await list({ q: 'zoe' }))).toEqual(['Zoë’s Games']);
  expect(names(await list({ q: 'TREE cherr' }))).toEqual(['cherry tree']);
  expect(names(await list({ q: '%' }))).toEqual([]);
  expect(names(await list({ uploadable: true }))).toEqual([]);
  await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(list({ limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
  const known = names(await hopper.call(listOrganizations, { query: { limit: 100 } }));
  expect(known).toEqual(expect.arrayContaining([...whole, 'Twins']));
  expect(known).not.toContain('Of somebody else');
});

test('another user’s organizations require an administrator', async () => {
  const admin = await signIn(server, 'Root', { role: 'admin' });
  const other = await signIn(server, 'Other');
  await addOrganization(server, other, { name: 'Theirs' });
  const query = { userId: other.id };
  await expect(eve.call(listOrganizations, { query })).rejects.toMatchObject({ code: 'forbidden' });
  expect(names(await admin.call(listOrganizations, { query }))).toEqual(['Theirs']);
  expect(names(await admin.call(listOrganizations, { query: { userId: newId() } }))).toEqual([]);
});

test('the uploadable ones are those the user may upload to', async () => {
  const uploader = await signIn(server, 'Uploader');
  await addOrganization(server, uploader, { name: 'Own' });
  for (const role of ['admin', 'member', 'viewer'] as const)
    for (const allowMemberUploads of [true, false])
      await addOrganization(server, ada, {
        name: `${role} ${allowMemberUploads ? 'open' : 'closed'}`,
        allowMemberUploads,
        isPublic: true,
        members: [[uploader, role]],
      });
  const query = { uploadable: true };
  const uploadable = await uploader.call(listOrganizations, { query });
  expect(names(uploadable)).toEqual(['admin closed', 'admin open', 'member open', 'Own']);
  expect(uploadable.items.every(({ can }) => can.upload)).toBe(true);
});
