import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countApplications, listCreators, listListedOrganizations } from '#shared/apps/app-list.ts';
import { createApplication, getApplication, listApplications, updateApplication } from '#shared/apps/apps.ts';
import { getOffline, offlineMessages } from '#shared/billing/offline.ts';
import { getOrganization, listOrganizations, listOwnInvitations } from '#shared/orgs/orgs.ts';
import { createVersion, listVersions } from '#shared/versions/versions.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makePicture } from '../apps/thumbnails/testing.ts';
import { insertInvitation } from '../orgs/invitations/store.ts';

const day = 86_400_000;
let server: TestServer;
let anyone: Visitor;
let ada: Person;
let bob: Person;
/** A unique word. */
let word: string;

beforeAll(async () => {
  server = await startServer();
  anyone = visitor(server);
});
beforeEach(async () => {
  const name = newId();
  [ada, bob] = await Promise.all([signIn(server, `Ada ${name}`), signIn(server, `Bob ${name}`)]);
  word = `w${newId().slice(0, 12)}`;
});
afterAll(() => server.close());

const found = async (who: Visitor, query: object = { q: word }) =>
  (await who.call(listApplications, { query })).items.map(({ id }) => id);
const counted = async (who: Visitor) => (await who.call(countApplications, { query: { q: word } })).count;
const named = async (who: Visitor) => [
  (await who.call(listCreators, { query: { q: word } })).items.length,
  (await who.call(listListedOrganizations, { query: { q: word } })).items.length,
];

test('lists, counts, filters and spelling ignore offline content', async () => {
  const creator = await signIn(server, `${word}c`);
  const { id: organizationId } = await addOrganization(server, creator, {
    name: `${word}o`,
    isPublic: true,
    members: [[bob, 'admin']],
  });
  const shown = await addApp(server, creator, { name: `${word}n`, isPublic: true, organizationId });
  const hidden = await addApp(server, creator, { name: `${word}p`, organizationId });
  const misspelt = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`;
  const everything = async (who: Visitor) => ({
    all: (await found(who, {})).filter((id) => id === shown.id || id === hidden.id).length,
    searched: (await found(who)).length,
    misspelt: (await found(who, { q: misspelt })).length,
    ofCreator: (await found(who, { creator: creator.id })).length,
    ofOrganization: (await found(who, { organization: organizationId })).length,
    count: await counted(who),
    names: await named(who),
  });
  const nothing = {
    ...{ all: 0, searched: 0, misspelt: 0, ofCreator: 0, ofOrganization: 0, count: 0 },
    names: [0, 0],
  };
  const before = await Promise.all([anyone, bob, creator].map(everything));
  expect(before.map(({ searched }) => searched)).toEqual([1, 2, 2]);
  expect(before[0]).not.toEqual(nothing);

  await endPlan(server, creator);
  expect(await everything(anyone)).toEqual(nothing);
  expect(await everything(bob)).toEqual(nothing);
  const admin = await signIn(server, 'admin', { role: 'admin' });
  for (const who of [creator, admin])
    expect(await everything(who)).toMatchObject({ all: 2, searched: 2, count: 2 });
  const { rows } = await server.context.pool.query('select 1 from search_terms where term like $1', [
    `${word}%`,
  ]);
  expect(rows).toEqual([]);

  await renewPlan(server, creator);
  expect(await Promise.all([anyone, bob, creator].map(everything))).toEqual(before);
});

test('a new plan restores everything', async () => {
  const states = [
    { isPublic: true },
    { isPublic: false },
    { isApproved: false },
    { isApproved: false, wantsPublic: true },
  ];
  const made = [];
  for (const state of states) made.push(await addApp(server, ada, state));
  await addOrganization(server, ada, { isPublic: true });
  const rows = async () => {
    const apps = await server.context.pool.query('select * from apps where owner_id = $1 order by id', [
      ada.id,
    ]);
    const organizations = await server.context.pool.query('select * from organizations where owner_id = $1', [
      ada.id,
    ]);
    return [...apps.rows, ...organizations.rows];
  };
  const before = await rows();
  await endPlan(server, ada);
  await endPlan(server, ada);
  expect((await rows()).every(({ suspended_since: since }) => since !== null)).toBe(true);
  expect((await rows()).filter((row) => 'is_approved' in row && row.is_public)).toEqual([]);
  const wanted = made.find(({ wantsPublic }) => wantsPublic);
  expect((await ada.call(getApplication, { params: { id: wanted?.id ?? '' } })).wantsPublic).toBe(true);
  await renewPlan(server, ada);
  await renewPlan(server, ada);
  expect(await rows()).toEqual(before);
});

test('the owner sees the mark and all versions, and needs a plan for changes', async () => {
  const { id } = await addApp(server, ada, { isPublic: true });
  await endPlan(server, ada);
  const app = await ada.call(getApplication, { params: { id } });
  expect(app).toMatchObject({ isOffline: true, isPublic: false, wantsPublic: true, shareUrl: null });
  expect(app.can).toEqual({
    play: false,
    edit: false,
    update: false,
    delete: true,
    approve: false,
    share: false,
  });
  expect(app.build).not.toBeNull();
  const { versions } = await ada.call(listVersions, { params: { id } });
  expect(versions.map(({ can }) => can)).toEqual([{ activate: false, delete: false, approve: false }]);
  await expect(ada.call(updateApplication, { params: { id }, body: { name: 'New' } })).rejects.toMatchObject({
    code: 'subscription_required',
    message: offlineMessages.application,
  });
  const admin = await signIn(server, 'admin', { role: 'admin' });
  const edited = await admin.call(updateApplication, {
    params: { id },
    body: { name: 'New', isPublic: true },
  });
  expect(edited).toMatchObject({ name: 'New', isOffline: true, isPublic: false, wantsPublic: true });
});

test('the picture’s address is revoked, and a new one is made on restoration', async () => {
  const { id } = await addApp(server, ada, { isPublic: true });
  const thumbnail = { name: 'a.png', bytes: await makePicture('png'), type: 'image/png' };
  await ada.call(updateApplication, { params: { id }, body: { isPublic: true }, files: { thumbnail } });
  const pictureOf = async (who: Visitor) =>
    (await who.call(getApplication, { params: { id } })).thumbnailUrl ?? '';
  const before = await pictureOf(anyone);
  expect((await anyone.fetch(before)).status).toBe(200);
  await endPlan(server, ada);
  expect((await anyone.fetch(before)).status).toBe(404);
  const offline = await anyone.fetch(await pictureOf(ada));
  expect([offline.status, offline.headers['cache-control']]).toEqual([
    200,
    expect.stringContaining('private'),
  ]);
  await renewPlan(server, ada);
  expect((await anyone.fetch(await pictureOf(anyone))).status).toBe(200);
});

test('embeds, link previews and oEmbed respond as for a missing app', async () => {
  const { id } = await addApp(server, ada, { name: word, isPublic: true });
  const { publicUrl } = server.context.config;
  const ask = async (appId: string) => {
    const paths = [
      `/embed/${appId}`,
      `/embed/${appId}/play`,
      `/api/oembed?url=${encodeURIComponent(`${publicUrl}/play/${appId}`)}`,
      `/play/${appId}`,
      `/serve/${appId}`,
      `/api/applications/${appId}/download`,
    ];
    const answers = await Promise.all(paths.map((path) => anyone.fetch(path)));
    return answers.map(({ status, text }) => [
      status,
      text()
        .replaceAll(appId, '')
        .replaceAll(/nonce[-="]+[^"']+/g, ''),
    ]);
  };
  expect(JSON.stringify(await ask(id))).toContain(word);
  await endPlan(server, ada);
  expect(await ask(id)).toEqual(await ask(newId()));
});

test('an offline organization is its owner’s only: members see its name and may leave, invitations are paused', async () => {
  const cleo = await signIn(server, `Cleo ${word}`);
  const { id } = await addOrganization(server, ada, {
    name: word,
    isPublic: true,
    members: [[bob, 'admin']],
  });
  const now = server.clock.now();
  const invitation = { id: newId(), organization_id: id, email: cleo.email, role: 'member' as const };
  const dates = { created_at: now, sent_at: now, expires_at: new Date(now.getTime() + day) };
  await server.context.db
    .transaction()
    .execute((trx) => insertInvitation(trx, { ...invitation, ...dates, invited_by: ada.id }));
  const invited = async () => (await cleo.call(listOwnInvitations)).invitations.length;
  const others = await addApp(server, bob, { isPublic: true, organizationId: id });
  expect(await invited()).toBe(1);
  await endPlan(server, ada);
  expect(await invited()).toBe(0);
  await expect(cleo.call(getOrganization, { params: { id } })).rejects.toMatchObject({
    code: 'organization_not_found',
  });
  const seen = await bob.call(getOrganization, { params: { id } });
  expect(seen).toMatchObject({ name: word, isOffline: true, role: 'admin', members: [], applications: 1 });
  expect(seen.owner.email).toBeNull();
  expect(seen.can).toEqual({
    ...{ lookInside: false, edit: false, delete: false, leave: true, inviteAs: [], manageMembers: false },
    ...{ upload: false, approve: false, handOver: false },
  });
  const own = await ada.call(getOrganization, { params: { id } });
  expect([own.isOffline, own.can.delete, own.can.edit]).toEqual([true, true, false]);
  const uploadable = await bob.call(listOrganizations, { query: { uploadable: true, q: word } });
  expect(uploadable.items).toEqual([]);
  // Bob's own content stays online and does not name the organization.
  const app = await anyone.call(getApplication, { params: { id: others.id } });
  expect(app).toMatchObject({ isOffline: false, organization: null, organizationId: null });
  expect((await bob.call(getApplication, { params: { id: others.id } })).organization?.name).toBe(word);
  const build = { name: 'a.html', bytes: '<!doctype html>' };
  await expect(
    bob.call(createApplication, { body: { name: 'New', organizationId: id }, files: { build } }),
  ).rejects.toMatchObject({ fields: { organizationId: 'Please select an organization' } });
  await renewPlan(server, ada);
  expect(await invited()).toBe(1);
  expect((await cleo.call(getOrganization, { params: { id } })).name).toBe(word);
});

test('publishing in an offline organization needs no approval', async () => {
  const { id: organizationId } = await addOrganization(server, ada, {
    requireApproval: true,
    members: [[bob, 'member']],
  });
  const { id } = await addApp(server, bob, { organizationId });
  await endPlan(server, ada);
  const build = { name: 'a.html', bytes: '<!doctype html><title>Next</title>' };
  const { version } = await bob.call(createVersion, {
    params: { id },
    body: { changelog: 'Next' },
    files: { build },
  });
  expect([version.isActive, version.approval]).toEqual([true, 'approved']);
});

test('users with a plan keep everything, and administrators always do', async () => {
  const admin = await signIn(server, `admin ${word}`, { role: 'admin', plan: null });
  const app = await addApp(server, admin, { isPublic: true });
  const { id: organizationId } = await addOrganization(server, bob);
  const elsewhere = await addApp(server, bob, { isPublic: true, organizationId });
  const own = await addApp(server, ada, { isPublic: true, organizationId });
  await endPlan(server, admin);
  await endPlan(server, ada);
  expect((await anyone.call(getApplication, { params: { id: app.id } })).id).toBe(app.id);
  expect((await anyone.call(getApplication, { params: { id: elsewhere.id } })).id).toBe(elsewhere.id);
  expect((await bob.call(getOrganization, { params: { id: organizationId } })).applications).toBe(1);
  // Also Ada's in the organization of Bob.
  await expect(bob.call(getApplication, { params: { id: own.id } })).rejects.toMatchObject({
    code: 'app_not_found',
  });
});

test('the owner is told what is offline, since when, and when it is deleted', async () => {
  await expect(anyone.call(getOffline)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await ada.call(getOffline)).toEqual({ offline: null });
  await addApp(server, ada);
  await addOrganization(server, ada);
  await endPlan(server, ada);
  const since = server.clock.now();
  const deletionAt = new Date(since.getTime() + 30 * day).toISOString();
  const offline = { since: since.toISOString(), deletionAt, applications: 1, organizations: 1 };
  expect(await ada.call(getOffline)).toEqual({ offline });
  expect(await bob.call(getOffline)).toEqual({ offline: null });
  // Later content has the same day.
  server.clock.advance(5 * day);
  const { id } = await addApp(server, ada);
  await endPlan(server, ada);
  const row = await server.context.db
    .selectFrom('apps')
    .select('suspended_since')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.suspended_since).toEqual(since);
});
