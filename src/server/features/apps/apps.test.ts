import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApplicationCard, getApplication, listApplications } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';
import { newId } from '../../platform/ids.ts';
import { addApp, plainReport } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let admin: Person;
let anyone: Visitor;

beforeAll(async () => {
  server = await startServer();
  [ada, bob, admin] = await Promise.all([
    signIn(server, 'ada'),
    signIn(server, 'bob'),
    signIn(server, 'admin', { role: 'admin' }),
  ]);
  anyone = visitor(server);
});
afterAll(() => server.close());

/** Every page, one after another. */
async function listAll(
  who: Visitor,
  query: { filter?: 'my-apps'; limit?: number } = {},
  between: () => Promise<unknown> = async () => {},
): Promise<ApplicationCard[]> {
  const cards: ApplicationCard[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<ApplicationCard> = await who.call(listApplications, {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    cards.push(...page.items);
    cursor = page.nextCursor;
    await between();
  } while (cursor);
  return cards;
}

test('a public app is visible to all, without addresses, report or permissions', async () => {
  const app = await addApp(server, ada, { name: 'Open', description: 'Two\nlines', isPublic: true });
  const shown = await anyone.call(getApplication, { params: { id: app.id } });
  expect(shown).toMatchObject({
    id: app.id,
    name: 'Open',
    description: 'Two\nlines',
    isPublic: true,
    uploadedBy: ada.id,
    uploadedByEmail: null,
    uploadedByUser: { id: ada.id, username: 'ada', email: null, role: null },
    version: '1.0.0',
    fileUrl: `/api/applications/${app.id}/download`,
    fileName: 'pong.zip',
    fileSize: 5,
    createdAt: server.clock.now().toISOString(),
    shareUrl: `${server.context.config.publicUrl}/play/${app.id}`,
    build: null,
    can: { edit: false, update: false, delete: false },
  });
  const raw = (await anyone.fetch(`/api/applications/${app.id}`)).text();
  expect(raw).not.toMatch(/@|"role":"|"provider"|share_?key/i);
});

test('players of an app learn whether it needs threads, without its report; strangers of a private one learn nothing', async () => {
  const shownTo = (who: Visitor, id: string, key?: string) =>
    who.call(getApplication, { params: { id }, query: { key } });
  for (const threads of [true, false]) {
    const report = { ...plainReport, threads };
    const open = await addApp(server, ada, { isPublic: true, report });
    const closed = await addApp(server, ada, { shareKey: newId(), report });
    for (const who of [anyone, bob]) {
      const told = { needsThreads: threads, build: null };
      expect(await shownTo(who, open.id)).toMatchObject(told);
      expect(await shownTo(who, closed.id, closed.shareKey)).toMatchObject(told);
      await expect(shownTo(who, closed.id)).rejects.toMatchObject({ code: 'app_not_found' });
    }
    expect(await shownTo(ada, closed.id)).toMatchObject({ needsThreads: threads, build: { threads } });
    // A list of them loads no reports.
    const card = (await listAll(anyone)).find(({ id }) => id === open.id);
    expect(card).not.toHaveProperty('needsThreads');
  }
});

test('the uploader’s address and role are shown to users who may inspect the app only', async () => {
  const [grace, chief, member, viewer] = [
    await signIn(server, 'grace'),
    await signIn(server, 'chief'),
    await signIn(server, 'member'),
    await signIn(server, 'viewer'),
  ];
  const members = [
    [ada, 'member'],
    [chief, 'admin'],
    [member, 'member'],
    [viewer, 'viewer'],
  ] as const;
  const { id: organizationId } = await addOrganization(server, grace, { members });
  const { id } = await addApp(server, ada, { organizationId, isPublic: true });
  const uploader = async (who: Visitor) => {
    const shown = await who.call(getApplication, { params: { id } });
    const card = (await listAll(who)).find((each) => each.id === id);
    const { uploadedByEmail, uploadedByUser } = shown;
    expect(card).toMatchObject({ uploadedByEmail, uploadedByUser });
    return { uploadedByEmail, uploadedByUser };
  };
  const known = { id: ada.id, username: 'ada' };
  for (const who of [ada, grace, chief, admin])
    expect(await uploader(who)).toEqual({
      uploadedByEmail: ada.email,
      uploadedByUser: { ...known, email: ada.email, role: 'user' },
    });
  for (const who of [member, viewer, bob, anyone])
    expect(await uploader(who)).toEqual({
      uploadedByEmail: null,
      uploadedByUser: { ...known, email: null, role: null },
    });
});

test('a private app is visible to its owner and admins, with report and share link', async () => {
  const app = await addApp(server, ada, { shareKey: 'k-y_1' });
  for (const who of [ada, admin]) {
    const shown = await who.call(getApplication, { params: { id: app.id } });
    expect(shown.shareUrl).toBe(`${server.context.config.publicUrl}/play/${app.id}?key=k-y_1`);
    expect(shown.fileUrl).toBe(`/api/applications/${app.id}/download`);
    expect(shown.build).toMatchObject({ kind: 'web', entry: 'index.html' });
    expect(shown.can).toEqual({
      play: true,
      edit: true,
      update: true,
      delete: true,
      approve: who === admin,
      share: true,
    });
  }
});

test('a private app gives strangers the same response as a missing one', async () => {
  const app = await addApp(server, ada, { shareKey: 'right-key' });
  const ids = [app.id, newId(), 'x', '%C3%A9', app.id.toUpperCase(), `${app.id}%20`];
  for (const who of [anyone, bob]) {
    for (const path of ids.flatMap((id) => [id, `${id}?key=wrong`, `${id}?key=`, `${id}?key=%00`])) {
      const answer = await who.fetch(`/api/applications/${path}`);
      const body = { success: false, code: 'app_not_found', error: 'Application not found' };
      expect({ path, status: answer.status, body: answer.json() }).toEqual({ path, status: 404, body });
    }
  }
});

test('the share key opens a private app and its download, and is not repeated', async () => {
  const app = await addApp(server, ada, { shareKey: 'right-key' });
  const shown = await anyone.call(getApplication, { params: { id: app.id }, query: { key: 'right-key' } });
  expect(shown).toMatchObject({
    fileUrl: `/api/applications/${app.id}/download?key=right-key`,
    shareUrl: null,
    build: null,
    can: { edit: false },
  });
});

test('a disabled share key opens nothing, nor does an empty one', async () => {
  const app = await addApp(server, ada);
  await server.context.db.updateTable('apps').set({ share_key: null }).where('id', '=', app.id).execute();
  for (const key of ['', 'null', app.shareKey])
    await expect(anyone.call(getApplication, { params: { id: app.id }, query: { key } })).rejects.toThrow(
      'Application not found',
    );
  expect((await ada.call(getApplication, { params: { id: app.id } })).shareUrl).toBeNull();
});

test('each user’s list has the apps they may see; my-apps has their own', async () => {
  const open = await addApp(server, ada, { isPublic: true });
  const adas = await addApp(server, ada);
  const bobs = await addApp(server, bob);
  const seen = async (who: Visitor, query = {}) => {
    const ids = new Set((await listAll(who, query)).map((card) => card.id));
    return [open, adas, bobs].map((app) => ids.has(app.id));
  };
  expect(await seen(anyone)).toEqual([true, false, false]);
  expect(await seen(ada)).toEqual([true, true, false]);
  expect(await seen(bob)).toEqual([true, false, true]);
  expect(await seen(admin)).toEqual([true, true, true]);
  expect(await seen(ada, { filter: 'my-apps' })).toEqual([true, true, false]);
  expect(await seen(admin, { filter: 'my-apps' })).toEqual([false, false, false]);
});

test('a visitor has no my-apps list', async () => {
  await expect(anyone.call(listApplications, { query: { filter: 'my-apps' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(listApplications.errors).toContain('unauthenticated');
});

test('a new private app changes no response to others', async () => {
  const answer = async (who: Visitor) => {
    const { headers, body } = await who.fetch('/api/applications?limit=2');
    return { link: headers.link, body: body.toString() };
  };
  const before = await Promise.all([answer(anyone), answer(bob)]);
  await addApp(server, ada, { createdAt: new Date(server.clock.now().getTime() + 60_000) });
  expect(await Promise.all([answer(anyone), answer(bob)])).toEqual(before);
});

test('the pages together have each app once, newest first, while apps are added', async () => {
  const carol = await signIn(server, 'carol');
  const start = server.clock.now().getTime();
  // Five in each millisecond: the cursor needs time and id.
  const added = [];
  for (let index = 0; index < 23; index += 1)
    added.push(
      await addApp(server, carol, {
        isPublic: index % 3 !== 0,
        createdAt: new Date(start - 1000 + Math.floor(index / 5)),
      }),
    );
  const expected = added
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((app) => app.id);
  const newer = () => addApp(server, carol, { createdAt: new Date(start + 120_000) });
  for (const limit of [1, 4, 23, 100]) {
    const mine = await listAll(carol, { filter: 'my-apps', limit }, newer);
    const listed = mine.map((card) => card.id);
    expect(listed.filter((id) => expected.includes(id))).toEqual(expected);
    expect(new Set(listed).size).toBe(listed.length);
  }
  const all = (await listAll(carol, { limit: 7 })).map((card) => card.id);
  expect(all.filter((id) => expected.includes(id))).toEqual(expected);
  expect(new Set(all).size).toBe(all.length);
});

test('apps created within one millisecond are neither lost nor repeated', async () => {
  const dora = await signIn(server, 'dora');
  for (let index = 0; index < 6; index += 1) await addApp(server, dora);
  await server.context.pool.query(
    `update apps set created_at = created_at + interval '1 microsecond' * n
     from (select id, row_number() over () as n from apps where owner_id = $1) numbered
     where apps.id = numbered.id`,
    [dora.id],
  );
  const listed = (await listAll(dora, { filter: 'my-apps', limit: 2 })).map((card) => card.id);
  expect(new Set(listed).size).toBe(6);
  expect(listed).toHaveLength(6);
});

test.each([
  ['limit=0'],
  ['limit=101'],
  ['limit=ten'],
  ['limit='],
  ['filter=others'],
  ['filter[]=my-apps'],
  ['owner=ada'],
  ['cursor=x'],
  ['cursor=%00'],
  [`cursor=${'a'.repeat(201)}`],
  [`cursor=${Buffer.from(`9999999999999999999.${'a'.repeat(26)}`).toString('base64url')}`],
])('a list with %s is refused as invalid', async (query) => {
  const answer = await anyone.fetch(`/api/applications?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input' });
});

test('a forged cursor changes the position and reveals nothing', async () => {
  const hidden = await addApp(server, ada);
  const cursor = Buffer.from(`9999999999999999.${'7'.repeat(26)}`).toString('base64url');
  const page = await anyone.call(listApplications, { query: { cursor, limit: 100 } });
  expect(page.items.map((card) => card.id)).not.toContain(hidden.id);
});
