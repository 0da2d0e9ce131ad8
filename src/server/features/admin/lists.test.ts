import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getCounts,
  listAdminApplications,
  listAdminMembers,
  listAdminOrganizations,
} from '#shared/admin/admin.ts';
import { type ReportReason, reportApplication } from '#shared/contact/reports.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { suspendApps } from '../apps/suspension.ts';

let server: TestServer;
let root: Person;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
  ada = await signIn(server, 'Ada Lovelace');
  bob = await signIn(server, 'Bob');
});
afterAll(() => server.close());

const organizations = async (query: object = {}) =>
  (await root.call(listAdminOrganizations, { query })).items;
const applications = async (query: object = {}) => (await root.call(listAdminApplications, { query })).items;
const named = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('organizations', () => {
  test('are listed with owners and members, including private ones, newest first', async () => {
    const first = await addOrganization(server, ada, { name: 'Apollo', members: [[bob, 'member']] });
    server.clock.advance(1000);
    await addOrganization(server, bob, { name: 'Gemini', description: 'Two of a kind', isPublic: true });
    await addApp(server, ada, { organizationId: first.id, name: 'Lander' });
    const items = await organizations();
    expect(named(items)).toEqual(['Gemini', 'Apollo']);
    expect(items[1]).toEqual({
      id: first.id,
      _id: first.id,
      name: 'Apollo',
      description: '',
      owner: { uid: ada.id, displayName: 'Ada Lovelace', email: ada.email },
      memberCount: 2,
      isPublic: false,
      createdAt: items[1]?.createdAt,
      offline: false,
      hasApplications: true,
    });
    expect(items[0]).toMatchObject({ hasApplications: false, isPublic: true });
  });

  test('are searched by name, description, id and the owner’s address', async () => {
    const [, apollo] = await organizations();
    for (const search of ['apol', 'APOLLO', ada.email.toUpperCase(), apollo?.id ?? ''])
      expect([search, named(await organizations({ search }))]).toEqual([search, ['Apollo']]);
    expect(named(await organizations({ search: 'kind two' }))).toEqual(['Gemini']);
    for (const search of ['nothing', 'nobody@example.test', newId()])
      expect(await organizations({ search })).toEqual([]);
  });

  test('show their members to administrators who are no members', async () => {
    const [, apollo] = await organizations();
    const params = { id: apollo?.id ?? '' };
    const page = await root.call(listAdminMembers, { params });
    expect(page.items.map(({ displayName, role, can }) => [displayName, role, can.remove])).toEqual([
      ['Ada Lovelace', 'owner', false],
      ['Bob', 'member', true],
    ]);
    const found = await root.call(listAdminMembers, { params, query: { search: 'BOB@' } });
    expect(found.items.map(({ uid }) => uid)).toEqual([bob.id]);
    await expect(root.call(listAdminMembers, { params: { id: newId() } })).rejects.toMatchObject({
      code: 'organization_not_found',
    });
  });
});

describe('applications', () => {
  test('are listed with owners and organizations, including private ones, newest first', async () => {
    server.clock.advance(1000);
    const pong = await addApp(server, bob, { name: 'Pong', description: 'Two bats', isPublic: true });
    const items = await applications();
    expect(named(items)).toEqual(['Pong', 'Lander']);
    expect(items[0]).toEqual({
      id: pong.id,
      name: 'Pong',
      description: 'Two bats',
      owner: { uid: bob.id, displayName: 'Bob', email: bob.email },
      organization: null,
      version: '1.0.0',
      isPublic: true,
      createdAt: items[0]?.createdAt,
      thumbnailUrl: null,
      offline: false,
      takenDown: null,
      openReports: 0,
    });
    const { organization } = items[1] ?? {};
    expect(organization).toEqual({ id: organization?.id, _id: organization?.id, name: 'Apollo' });
  });

  test('are searched by name, description, owner, id and the owner’s address', async () => {
    const [pong] = await applications();
    for (const search of ['pong', 'bats TWO', bob.email, 'bob', pong?.id ?? ''])
      expect([search, named(await applications({ search }))]).toEqual([search, ['Pong']]);
    for (const search of ['nothing', 'nobody@example.test', newId()])
      expect(await applications({ search })).toEqual([]);
  });

  test('are filtered by public, private or offline', async () => {
    const cleo = await signIn(server, 'Cleo');
    server.clock.advance(1000);
    await addApp(server, cleo, { name: 'Asleep' });
    const { db, clock } = server.context;
    await db.transaction().execute((trx) => suspendApps(trx, cleo.id, clock.now()));
    expect(named(await applications({ state: 'public' }))).toEqual(['Pong']);
    expect(named(await applications({ state: 'private' }))).toEqual(['Asleep', 'Lander']);
    expect(await applications({ state: 'offline' })).toMatchObject([{ name: 'Asleep', offline: true }]);
    expect(named(await applications({ state: 'private', search: 'land' }))).toEqual(['Lander']);
  });
});

test('show when and why they were taken down, and their number of reports', async () => {
  const { db, clock } = server.context;
  const [pong, lander] = [
    (await applications({ search: 'pong' }))[0],
    (await applications({ search: 'lander' }))[0],
  ];
  const reports = (who: Visitor, reason: ReportReason) =>
    who.call(reportApplication, { body: { applicationId: pong?.id ?? '', reason } });
  await reports(ada, 'malware');
  await reports(visitor(server), 'other');
  expect(await applications({ state: 'reported' })).toMatchObject([{ name: 'Pong', openReports: 2 }]);
  await db
    .updateTable('apps')
    .set({ taken_down_at: clock.now(), taken_down_reason: 'Not theirs', is_public: false })
    .where('id', '=', lander?.id ?? '')
    .execute();
  expect(await applications({ state: 'taken-offline' })).toMatchObject([
    { name: 'Lander', takenDown: { at: clock.now().toISOString(), reason: 'Not theirs' }, openReports: 0 },
  ]);
});

test('the totals are shown', async () => {
  expect(await root.call(getCounts)).toEqual({
    users: 4,
    organizations: 2,
    applications: 3,
    openReports: 1,
  });
});

test.each([listAdminOrganizations, listAdminApplications, getCounts] as const)(
  'a user who is no administrator is refused: $path',
  async (endpoint) => {
    await expect(visitor(server).call(endpoint)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(ada.call(endpoint)).rejects.toMatchObject({ code: 'forbidden' });
  },
);

test('and so are members at the administrators’ address of their members', async () => {
  const [, apollo] = await organizations();
  const params = { id: apollo?.id ?? '' };
  await expect(ada.call(listAdminMembers, { params })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(visitor(server).call(listAdminMembers, { params })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test.each([{ limit: 0 }, { cursor: 'x' }, { state: 'asleep' }, { q: 'x' }])(
  '%j is refused',
  async (query) => {
    await expect(applications(query)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(organizations(query)).rejects.toMatchObject({ code: 'invalid_input' });
  },
);
