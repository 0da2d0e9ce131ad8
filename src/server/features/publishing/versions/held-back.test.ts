import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { without } from '#fixtures/archives.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeZip } from '#fixtures/zip.ts';
import { visit } from '#server/delivery/test-build.ts';
import { request } from '#server/testing/http/request.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, getApplication } from '#shared/apps/apps.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  createVersionMetadata,
  listVersions,
  type Version,
} from '#shared/versions/versions.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
const build = await makeInstanceBuild({ compression: 'gzip' });
const zipOf = (entries: typeof build) => ({ name: 'game.zip', bytes: Buffer.from(makeZip([...entries])) });
const good = zipOf(build);
const broken = zipOf(without(build, /\.wasm/));
const cause = /wasm file Build\/Fixture\.wasm\.gz is missing/;
const notPlayable = 'This application is not playable yet.';

beforeAll(async () => {
  server = await startServer();
  [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
});
afterAll(() => server.close());

const newApp = (file: typeof good, body: object = { isPublic: true }): Promise<Application> =>
  publishApp(ada, { body, files: { build: file } });
const see = (who: Visitor, { id }: { id: string }) => who.call(getApplication, { params: { id } });
const history = async (who: Person, { id }: { id: string }) =>
  (await who.call(listVersions, { params: { id } })).versions;
const activate = (
  who: Visitor,
  { id }: { id: string },
  { id: versionId }: { id: string },
  anyway?: boolean,
) =>
  who.call(activateVersion, { body: { appId: id, versionId, ...(anyway === undefined ? {} : { anyway }) } });

async function update(who: Person, { id }: { id: string }, file: typeof good): Promise<Version> {
  server.clock.advance(1000);
  const input = { params: { id }, body: { changelog: 'New' }, files: { build: file } };
  return (await who.call(createVersion, input)).version;
}

describe('a version that cannot start', () => {
  test('is stored and not activated; the answer says so and why', async () => {
    const app = await newApp(good);
    const version = await update(ada, app, broken);
    expect(version).toMatchObject({
      isActive: false,
      heldBack: ['missing_part'],
      can: { activate: true, delete: true },
    });
    expect(version.build.warnings).toContainEqual({
      code: 'missing_part',
      message: expect.stringMatching(cause),
      stops: true,
    });
    expect(await see(visitor(server), app)).toMatchObject({ version: '1.0.0', cannotStart: false });
    expect(await history(ada, app)).toMatchObject([
      { isActive: false, heldBack: ['missing_part'] },
      { isActive: true, heldBack: [] },
    ]);
  });

  test('is answered alike by the call for resumable uploads', async () => {
    const app = await newApp(good);
    const storageFileName = await sendUpload(ada, 'game.zip', broken.bytes);
    const answer = await ada.call(createVersionMetadata, {
      body: { appId: app.id, versionData: { version: '', changelog: 'New' }, fileData: { storageFileName } },
    });
    expect(answer).toMatchObject({ isActive: false, heldBack: ['missing_part'] });
  });

  test('is activated only by who says so in words, and is not held back after that', async () => {
    const app = await newApp(good);
    const [first] = await history(ada, app);
    const version = await update(ada, app, broken);
    for (const anyway of [undefined, false])
      await expect(activate(ada, app, version, anyway)).rejects.toMatchObject({
        code: 'version_held_back',
        details: [expect.stringMatching(cause)],
      });
    expect(await see(ada, app)).toMatchObject({ version: '1.0.0' });
    await activate(ada, app, version, true);
    expect(await see(visitor(server), app)).toMatchObject({ version: version.version, cannotStart: false });
    expect((await history(ada, app))[0]).toMatchObject({
      isActive: true,
      heldBack: [],
      can: { activate: false },
    });
    if (first) await activate(ada, app, first);
    await activate(ada, app, version);
  });

  test.each([
    ['a visitor', () => visitor(server), 'unauthenticated'],
    ['a stranger', () => bob, 'forbidden'],
  ] as const)('is activated by %s in no way', async (_, who, code) => {
    const app = await newApp(good);
    const version = await update(ada, app, broken);
    await expect(activate(who(), app, version, true)).rejects.toMatchObject({ code });
    const body = { appId: app.id, versionId: version.id, anyway: 'yes' as never };
    await expect(ada.call(activateVersion, { body })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('goes live with its approval only where it can start', async () => {
    const { id: organizationId } = await addOrganization(server, ada, {
      members: [[bob, 'member']],
      requireApproval: true,
    });
    const app = await newApp(good, { organizationId, isPublic: true });
    server.clock.advance(1000);
    const own = await publishApp(bob, { body: { organizationId, isPublic: true }, files: { build: good } });
    const [first] = await history(bob, own);
    await ada.call(approveVersion, { params: { id: own.id, versionId: first?.id ?? '' } });
    const waiting = await update(bob, own, broken);
    expect(waiting).toMatchObject({ approval: 'pending', heldBack: ['missing_part'], isActive: false });
    await expect(activate(bob, own, waiting, true)).rejects.toMatchObject({ code: 'forbidden' });
    await ada.call(approveVersion, { params: { id: own.id, versionId: waiting.id } });
    expect((await history(bob, own))[0]).toMatchObject({ approval: 'approved', isActive: false });
    await activate(bob, own, waiting, true);
    expect(await see(bob, own)).toMatchObject({ version: waiting.version, cannotStart: false });
    const other = await update(bob, own, broken);
    await activate(ada, own, other, true);
    expect((await history(bob, own))[0]).toMatchObject({
      approval: 'approved',
      isActive: true,
      heldBack: [],
    });
    expect(await see(visitor(server), app)).toMatchObject({ cannotStart: false });
  });
});

test('the mail of an approval says whether the version that cannot start is the active one', async () => {
  const { db } = server.context;
  const { id: organizationId } = await addOrganization(server, ada, {
    members: [[bob, 'member']],
    requireApproval: true,
  });
  const own = await publishApp(bob, { body: { organizationId, isPublic: true }, files: { build: broken } });
  const mailOf = async (versionId: string | undefined) => {
    await db.deleteFrom('mails').execute();
    await ada.call(approveVersion, { params: { id: own.id, versionId: versionId ?? '' } });
    return (await db.selectFrom('mails').select('text').executeTakeFirstOrThrow()).text;
  };
  const [first] = await history(bob, own);
  expect(first).toMatchObject({ approval: 'pending', isActive: true, heldBack: ['missing_part'] });
  expect(await mailOf(first?.id)).toContain('It is the active version, but it cannot start');
  expect((await history(bob, own))[0]).toMatchObject({ approval: 'approved', isActive: true });
  expect(await see(visitor(server), own)).toMatchObject({ cannotStart: true });
  const second = await update(bob, own, broken);
  expect(await mailOf(second.id)).toContain('It cannot start, so it was not made the active version.');
  expect((await history(bob, own))[0]).toMatchObject({ approval: 'approved', isActive: false });
});

describe('a first version that cannot start', () => {
  test('is active; visitors are told that it is not playable, and never why', async () => {
    const app = await newApp(broken);
    expect(app).toMatchObject({ cannotStart: true, version: '1.0.0' });
    const seen = await see(visitor(server), app);
    expect(seen).toMatchObject({ cannotStart: true, build: null });
    expect(JSON.stringify(seen)).not.toMatch(/missing/);
    const asPage = { 'sec-fetch-dest': 'document', accept: 'text/html' };
    const page = await visit(server, app.id, '/', asPage);
    expect(page.status).toBe(404);
    expect(page.text()).toContain(notPlayable);
    expect(page.text()).not.toMatch(/missing|Fixture/);
    for (const path of [`/embed/${app.id}`, `/embed/${app.id}/play`]) {
      const framed = (await request(server, path, { headers: { 'sec-fetch-dest': 'iframe' } })).text();
      expect(framed).toContain(notPlayable);
      expect(framed).not.toMatch(/<iframe|missing|>Play</);
    }
  });

  test('is replaced by one that starts as usual, and not by another that does not', async () => {
    const app = await newApp(broken);
    expect(await update(ada, app, broken)).toMatchObject({ isActive: false });
    expect(await update(ada, app, good)).toMatchObject({ isActive: true, heldBack: [] });
    expect(await see(visitor(server), app)).toMatchObject({ cannotStart: false });
  });

  test('is shown to players once its creator activates it anyway', async () => {
    const app = await newApp(broken);
    const [version] = await history(ada, app);
    expect(version).toMatchObject({ isActive: true, heldBack: ['missing_part'], can: { activate: true } });
    if (!version) throw new Error('There is no version.');
    // It is the active one already, so there is nothing to do.
    await activate(ada, app, version);
    expect(await see(ada, app)).toMatchObject({ cannotStart: true });
    await activate(ada, app, version, true);
    expect(await see(visitor(server), app)).toMatchObject({ cannotStart: false });
    const page = await visit(server, app.id, '/', { 'sec-fetch-dest': 'document', accept: 'text/html' });
    expect(page.text()).not.toContain(notPlayable);
  });
});

describe('the preview of a version that is held back, in a public application', () => {
  const asPage = { 'sec-fetch-dest': 'document', accept: 'text/html' };

  /** Opens the game as a browser does, through `/serve` and, where it leads there, the entrance. */
  async function play(who: Visitor, { id }: Application, query = '') {
    const { headers } = await who.fetch(`/serve/${id}${query}`);
    const led = new URL(String(headers.location));
    const entered = led.pathname === '/' ? null : await visit(server, id, led.pathname + led.search, asPage);
    const cookie = String(entered?.headers['set-cookie'] ?? '').split(';')[0];
    const address = entered ? String(entered.headers.location) : led.pathname + led.search;
    return { address, page: await visit(server, id, address, { ...asPage, cookie }) };
  }

  test.each([
    ['beside one that starts', good],
    ['as the active one', null],
  ])('plays for its owner, and for nobody else: %s', async (_, former) => {
    const app = await newApp(former ?? broken);
    if (former) await update(ada, app, broken);
    const [held] = await history(ada, app);
    const queries = [`?version=${held?.id}`, ...(former ? [] : [''])];
    for (const query of queries) {
      const { address, page } = await play(ada, app, query);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect(page.text()).toContain('createUnityInstance');
      const strange = await visit(server, app.id, address, asPage);
      expect([strange.status, strange.text().includes(notPlayable)]).toEqual([404, true]);
    }
    for (const who of [bob, visitor(server)]) {
      const { status, headers } = await who.fetch(`/serve/${app.id}${queries.at(-1)}`);
      expect([status, String(headers.location).includes('ticket')]).toEqual([former ? 404 : 302, false]);
      if (!former) expect((await play(who, app)).page.text()).toContain(notPlayable);
    }
  });
});

describe('addresses that work at the root of an origin alone', () => {
  const rooted = zipOf(
    build.map((entry) =>
      entry.name === 'index.html'
        ? {
            ...entry,
            data: String(entry.data)
              .replace('<head>', '<head><base href="/">')
              .replace('"Build"', '"/Build"'),
          }
        : entry,
    ),
  );

  test.each([
    ['an origin for each app', {}, []],
    ['one host for all', { FLUX_CONTENT_ORIGIN: 'same-host' }, ['absolute_url', 'root_base']],
  ] as const)('are warned of where they do not: %s', async (_, env, codes) => {
    const other = await startServer({ env });
    try {
      const owner = await signIn(other, 'ada');
      const app = await publishApp(owner, { files: { build: rooted } });
      const told = app.build?.warnings.map(({ code }) => code);
      expect(told).toEqual(codes);
      const [version] = await history(owner, app);
      expect(version?.build.warnings.map(({ code }) => code)).toEqual(codes);
    } finally {
      await other.close();
    }
  });
});
