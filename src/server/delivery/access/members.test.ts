import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveVersion } from '#shared/versions/versions.ts';
import { Player } from '../../testing/http/player.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { addVersion, changeApp, heard, makeApp, sha256, visit } from '../test-build.ts';

let ada: Person;
let bob: Person;
let stranger: Person;
let organizationId: string;

const page = (text: string) => ({ content: text, type: 'text/html' });
const data = Buffer.alloc(70_000, 'a');
const nextData = Buffer.alloc(70_000, 'b');
const build = { 'index.html': page('first'), 'big.data': { content: data, role: 'data' } } as const;
const next = { 'index.html': page('second'), 'big.data': { content: nextData, role: 'data' } } as const;

async function meet(server: TestServer) {
  [ada, bob, stranger] = [
    await signIn(server, 'ada'),
    await signIn(server, 'bob'),
    await signIn(server, 'eve'),
  ];
  const members = [[bob, 'member']] as const;
  organizationId = (await addOrganization(server, ada, { members, requireApproval: true })).id;
}

async function setRole(server: TestServer, person: Person, role: 'admin' | 'viewer' | null): Promise<void> {
  const { db } = server.context;
  if (role === null)
    await db
      .deleteFrom('organization_members')
      .where('user_id', '=', person.id)
      .where('organization_id', '=', organizationId)
      .execute();
  else await db.updateTable('organization_members').set({ role }).where('user_id', '=', person.id).execute();
  await heard(server.context, organizationId);
}

describe.each([
  ['on an origin of its own', undefined],
  ['below Flux’s own host', 'same-host'],
])('%s', (_where, contentOrigin) => {
  let server: TestServer;
  let app: Awaited<ReturnType<typeof makeApp>>;

  beforeAll(async () => {
    server = await startServer(contentOrigin ? { env: { FLUX_CONTENT_ORIGIN: contentOrigin } } : {});
  });
  beforeEach(async () => {
    await meet(server);
    app = await makeApp(server, ada.id, build, { isPublic: false, organizationId });
  });
  afterAll(() => server.close());

  const open = (who: Person, query = '') =>
    new Player(server).open(`/serve/${app.appId}${query}`, who.cookie);

  test('a private app plays for a member, and gives a removed one not one file more, also in the middle of it', async () => {
    const running = await open(bob);
    expect(running.text).toBe('first');
    expect((await running.load('big.data')).status).toBe(200);
    await setRole(server, bob, 'viewer');
    expect((await running.load('index.html')).status).toBe(200);
    await setRole(server, bob, null);
    expect((await running.load('index.html')).status).toBe(404);
    expect((await running.load('other.data')).status).toBe(404);
    expect((await open(bob)).status).toBe(404);
  });

  test('it closes to its members when it leaves the organization, and stays open to its owner', async () => {
    const [running, own] = [await open(bob), await open(ada)];
    await server.context.db
      .updateTable('apps')
      .set({ organization_id: null })
      .where('id', '=', app.appId)
      .execute();
    await changeApp(server, app.appId, { is_public: false });
    expect((await running.load('index.html')).status).toBe(404);
    expect((await own.load('index.html')).status).toBe(200);
  });

  test('a version that waits plays for those who decide and its owner, whatever somebody does with the address', async () => {
    await changeApp(server, app.appId, { is_public: true });
    const waiting = await addVersion(server, { appId: app.appId, ownerId: ada.id }, next, {
      isApproved: false,
    });
    await heard(server.context, app.appId);
    for (const who of [bob, stranger]) {
      expect((await open(who, `?version=${waiting}`)).status).toBe(404);
      expect((await open(who)).text).toBe('first');
    }
    const preview = await open(ada, `?version=${waiting}`);
    expect(preview.text).toBe('second');
    expect(preview.headers['cache-control']).toBe('private, no-cache');
    const bytes = await preview.load('big.data');
    expect(bytes.body.equals(nextData)).toBe(true);
    expect(bytes.headers['cache-control']).toMatch(/^private, /);
    // The address of what she sees, without what her browser holds.
    const shown = new URL(preview.url);
    if (contentOrigin === undefined) {
      expect((await visit(server, app.appId, shown.pathname + shown.search)).text()).not.toContain('second');
      expect((await visit(server, app.appId, `/_flux/${sha256(nextData)}/data`)).status).toBe(404);
      expect((await visit(server, app.appId, `/_flux/${sha256(data)}/data`)).status).toBe(200);
    } else {
      const bare = `/_content/${app.appId}/${waiting}/`;
      expect(shown.pathname).not.toContain(waiting);
      expect((await visit(server, app.appId, bare)).status).toBe(404);
      expect((await visit(server, app.appId, `${bare}_flux/${sha256(nextData)}/data`)).status).toBe(404);
    }
    await ada.call(approveVersion, { params: { id: app.appId, versionId: waiting } });
    await heard(server.context, app.appId);
    expect((await open(stranger)).text).toBe('second');
  });

  test('whoever loses the right to decide loses the preview, too', async () => {
    await changeApp(server, app.appId, { is_public: true });
    const waiting = await addVersion(server, { appId: app.appId, ownerId: ada.id }, next, {
      isApproved: false,
    });
    await setRole(server, bob, 'admin');
    const preview = await open(bob, `?version=${waiting}`);
    expect((await preview.load('index.html')).text).toBe('second');
    await setRole(server, bob, 'viewer');
    expect((await preview.load('index.html')).text).not.toBe('second');
    expect((await preview.load(`_flux/${sha256(nextData)}/data`)).status).toBe(404);
  });

  test('the upload of a version that waits is downloaded by those who may see it alone', async () => {
    await changeApp(server, app.appId, { is_public: true });
    const waiting = await addVersion(server, { appId: app.appId, ownerId: ada.id }, next, {
      isApproved: false,
    });
    const path = `/api/applications/${app.appId}/download?version=${waiting}`;
    for (const who of [bob, stranger])
      expect((await who.fetch(path)).json()).toMatchObject({ code: 'version_not_found' });
    const { location } = (await ada.fetch(path)).headers;
    const { pathname, search } = new URL(String(location));
    expect((await visit(server, app.appId, pathname + search)).status).toBe(200);
    await server.context.db
      .updateTable('apps')
      .set({ owner_id: stranger.id })
      .where('id', '=', app.appId)
      .execute();
    await setRole(server, ada, 'viewer');
    await server.context.db
      .updateTable('organizations')
      .set({ owner_id: bob.id })
      .where('id', '=', organizationId)
      .execute();
    await changeApp(server, app.appId, { is_public: true });
    expect((await visit(server, app.appId, pathname + search)).status).toBe(404);
  });
});
