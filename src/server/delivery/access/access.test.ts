import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { disableAccount } from '../../features/accounts/disable.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { changeApp, heard, makeApp, originalUpload, sha256, visit } from '../test-build.ts';

const day = 86_400_000;

let server: TestServer;
let ada: Person;
let stranger: Person;
let admin: Person;
let app: Awaited<ReturnType<typeof makeApp>>;
const data = Buffer.alloc(70_000, 'secret');

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  // Some tests last longer than a session.
  [ada, stranger] = [await signIn(server, 'ada'), await signIn(server, 'eve')];
  admin = await signIn(server, 'root', { role: 'admin' });
  app = await makeApp(
    server,
    ada.id,
    {
      'index.html': { content: 'private page', type: 'text/html' },
      'big.data': { content: data, role: 'data' },
    },
    { isPublic: false, fileName: 'Größe "1".zip' },
  );
});

const ask = (path: string, headers: object = {}) => visit(server, app.appId, path, { ...headers });

/** Goes through /serve and /_flux/enter; the cookie that a browser would send from then on. */
async function enter(who: Visitor, query = ''): Promise<string> {
  const served = await who.fetch(`/serve/${app.appId}${query}`);
  const url = new URL(String(served.headers.location));
  const entered = await visit(server, app.appId, url.pathname + url.search);
  expect([entered.status, entered.headers.location]).toEqual([303, `/?v=${app.versionId}`]);
  return String(entered.headers['set-cookie']).split(';')[0] ?? '';
}

describe('/serve', () => {
  const query = 'level=2&name=%E6%97%A5+x%20y&level=3&empty=&bare';
  const own = `v=9.9.9_123_abc&%6bey=x&ticket=t&flux-framed=1`;

  test('hands the query on to a public game, without what is Flux’s own', async () => {
    await changeApp(server, app.appId, { is_public: true });
    const answer = await visitor(server).fetch(`/serve/${app.appId}?${own}&${query}`);
    const origin = `http://${app.appId}.flux.localhost:${server.port}`;
    expect(answer.headers.location).toBe(`${origin}/?v=${app.versionId}&${query}`);
    const page = await visit(server, app.appId, `/?v=${app.versionId}&${query}`);
    expect([page.status, page.text()]).toEqual([200, 'private page']);
  });

  test('hands it on through a share link, a session, a preview and their ticket', async () => {
    const served = [
      await visitor(server).fetch(`/serve/${app.appId}?level=2&key=${app.shareKey}&bare`),
      await ada.fetch(`/serve/${app.appId}?level=2&bare`),
      await ada.fetch(`/serve/${app.appId}?level=2&version=${app.versionId}&bare`),
    ];
    const pages = await Promise.all(
      served.map(async ({ headers }) => {
        const { pathname, search, searchParams } = new URL(String(headers.location));
        expect([pathname, searchParams.has('key')]).toEqual(['/_flux/enter', false]);
        return (await visit(server, app.appId, pathname + search)).headers.location;
      }),
    );
    const bound = `/?v=${app.versionId}`;
    expect(pages).toEqual([`${bound}&level=2&bare`, `${bound}&level=2&bare`, `${bound}_pinned&level=2&bare`]);
  });

  test('leads to the active version of a public app, whatever v says', async () => {
    await changeApp(server, app.appId, { is_public: true });
    const answer = await visitor(server).fetch(`/serve/${app.appId}?v=9.9.9_123_abc`);
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      `http://${app.appId}.flux.localhost:${server.port}/?v=${app.versionId}`,
      'no-store',
    ]);
  });

  test('answers the same for a private app and for none', async () => {
    for (const who of [visitor(server), stranger]) {
      for (const query of ['', `?key=${newSecret()}`, '?key=', '?key=a&key=b']) {
        const [denied, missing] = [
          await who.fetch(`/serve/${app.appId}${query}`),
          await who.fetch(`/serve/${newId()}${query}`),
        ];
        expect(denied.status).toBe(404);
        expect(denied.json()).toEqual({
          success: false,
          code: 'app_not_found',
          error: 'Application not found',
        });
        expect([missing.status, missing.text()]).toEqual([denied.status, denied.text()]);
      }
    }
    expect((await stranger.fetch('/serve/not-an-id')).status).toBe(404);
  });

  test('shows a browser a page in place of the game: the same to the byte whether there is one, and the way home', async () => {
    const open = (id: string, headers = {}) =>
      stranger.fetch(`/serve/${id}`, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
    const [denied, missing] = [await open(app.appId), await open(newId())];
    expect([denied.status, denied.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect([missing.status, missing.text()]).toEqual([denied.status, denied.text()]);
    const page = denied.text();
    expect(page).toContain('<h1>Application not found</h1>');
    expect(page).toContain('<a class="home" href="/">Go to Flux</a>');
    expect(page).not.toMatch(/<script|\son\w+=|src=/);
    // In Flux's own player, whose page is there to go on with.
    const framed = (await open(app.appId, { 'sec-fetch-dest': 'iframe' })).text();
    expect(framed).toContain('<h1>Application not found</h1>');
    expect(framed).not.toContain('href="/"');
  });
});

describe('a private app', () => {
  test('answers without a grant as an app that does not exist', async () => {
    for (const path of [
      '/',
      '/big.data',
      `/_flux/${sha256(data)}/data`,
      `/?v=${app.versionId}`,
      '/_flux/enter',
    ]) {
      const [denied, missing] = [await ask(path), await visit(server, newId(), path)];
      const { date: _a, ...deniedHeaders } = denied.headers;
      const { date: _b, ...missingHeaders } = missing.headers;
      expect(denied.status).toBe(404);
      expect([denied.text(), deniedHeaders]).toEqual([missing.text(), missingHeaders]);
    }
  });

  test('opens for its owner, an admin and whoever has the key', async () => {
    for (const cookie of [
      await enter(ada),
      await enter(admin),
      await enter(visitor(server), `?key=${app.shareKey}`),
      await enter(stranger, `?key=${app.shareKey}`),
    ]) {
      expect((await ask('/', { cookie })).text()).toBe('private page');
      const moved = await ask('/big.data', { cookie });
      expect([moved.status, moved.headers['cache-control']]).toEqual([307, 'private, no-cache']);
      const there = await ask(String(moved.headers.location), { cookie });
      expect([there.status, there.headers['cache-control']]).toEqual([
        200,
        'private, max-age=31536000, immutable',
      ]);
    }
  });

  test('a grant opens no other app of the same person, and no made-up one opens any', async () => {
    const cookie = await enter(ada);
    const other = await makeApp(
      server,
      ada.id,
      { 'index.html': { content: 'x', type: 'text/html' } },
      { isPublic: false },
    );
    expect((await visit(server, other.appId, '/', { cookie })).status).toBe(404);
    const [name = '', grant = ''] = cookie.split('=');
    const door = await ada.fetch(`/serve/${app.appId}`);
    const ticket = new URL(String(door.headers.location)).searchParams.get('ticket') ?? '';
    const middle = grant.length >> 1;
    const other64 = grant[middle] === 'A' ? 'B' : 'A';
    for (const forged of [
      '',
      'x',
      grant.slice(0, -4),
      `${grant.slice(0, middle)}${other64}${grant.slice(middle + 1)}`,
      `${grant}.x`,
      `${grant}=`,
      `x${grant}`,
      ticket,
    ])
      expect((await ask('/', { cookie: `${name}=${forged}` })).status).toBe(404);
  });

  test('no cookie and no ticket tells an id to who reads it', async () => {
    const door = await ada.fetch(`/serve/${app.appId}`);
    const { searchParams } = new URL(String(door.headers.location));
    for (const sealed of [(await enter(ada)).split('=')[1] ?? '', searchParams.get('ticket') ?? '']) {
      const read = sealed + Buffer.from(sealed, 'base64url').toString('latin1');
      for (const secret of [ada.id, app.appId, 'session']) expect(read).not.toContain(secret);
    }
  });

  test('a grant ends within a second of its session, however that ends', async () => {
    const { db } = server.context;
    for (const end of [
      (eve: Person) => eve.fetch('/api/session/end', { method: 'POST' }),
      (eve: Person) => db.deleteFrom('sessions').where('user_id', '=', eve.id).execute(),
      (eve: Person) => disableAccount(server.context, eve.id, { actor: admin, reason: 'Spam' }),
    ]) {
      const eve = await signIn(server, newId());
      app = await makeApp(
        server,
        eve.id,
        { 'index.html': { content: 'private page', type: 'text/html' } },
        { isPublic: false },
      );
      const cookie = await enter(eve);
      const bystander = await enter(visitor(server), `?key=${app.shareKey}`);
      expect((await ask('/', { cookie })).status).toBe(200);
      await end(eve);
      // The clock of the server stands still: nothing is read anew because it is old.
      await vi.waitFor(async () => expect((await ask('/', { cookie })).status).toBe(404), 60_000);
      expect((await ask('/', { cookie: bystander })).status).toBe(200);
    }
  });

  test('a grant is found among planted cookies of the same name', async () => {
    const cookie = await enter(ada);
    const [name] = cookie.split('=');
    expect((await ask('/', { cookie: `${name}=junk; a=b; ${cookie}` })).text()).toBe('private page');
  });

  test('renewing the key, or switching it off, stops those who came by it and nobody else', async () => {
    const guest = await enter(visitor(server), `?key=${app.shareKey}`);
    const owner = await enter(ada, `?key=${app.shareKey}`);
    for (const share_key of [newSecret(), null]) {
      await changeApp(server, app.appId, { share_key });
      expect((await ask('/', { cookie: guest })).status).toBe(404);
      expect((await ask(`/_flux/${sha256(data)}/data`, { cookie: guest })).status).toBe(404);
      expect((await ask('/', { cookie: owner })).status).toBe(200);
      expect((await stranger.fetch(`/serve/${app.appId}?key=${app.shareKey}`)).status).toBe(404);
    }
  });

  test('a change that was never announced counts after five seconds', async () => {
    const guest = await enter(visitor(server), `?key=${app.shareKey}`);
    expect((await ask('/', { cookie: guest })).status).toBe(200);
    await server.context.db
      .updateTable('apps')
      .set({ share_key: null })
      .where('id', '=', app.appId)
      .execute();
    server.clock.advance(5_000);
    expect((await ask('/', { cookie: guest })).status).toBe(404);
  });

  test('a session that has ended opens nothing after five seconds', async () => {
    const owner = await signIn(server, 'ada');
    const cookie = await enter(owner);
    expect((await ask('/', { cookie })).status).toBe(200);
    await owner.fetch('/api/session/end', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    server.clock.advance(5_000);
    expect((await ask('/', { cookie })).status).toBe(404);
  });

  test('a ticket serves for a minute, a grant for thirty days from its last renewal', async () => {
    const served = await ada.fetch(`/serve/${app.appId}`);
    const url = new URL(String(served.headers.location));
    const cookie = await enter(visitor(server), `?key=${app.shareKey}`);
    server.clock.advance(60_000);
    expect((await ask(url.pathname + url.search)).status).toBe(404);
    expect((await ask('/', { cookie })).headers['set-cookie']).toHaveLength(1);
    server.clock.advance(3_600_000);
    const renewed = (await ask('/', { cookie })).headers['set-cookie']?.[1] ?? '';
    expect(renewed).toContain(`Max-Age=${30 * 86_400};`);
    server.clock.advance(30 * day - 3_600_000);
    expect((await ask('/', { cookie })).status).toBe(404);
    expect((await ask('/', { cookie: renewed.split(';')[0] })).status).toBe(200);
  });

  test('however long a grant holds, it ends with the right that it stands for', async () => {
    const bob = await signIn(server, 'bob');
    const { id: organizationId } = await addOrganization(server, ada, { members: [[bob, 'member']] });
    const build = { 'index.html': { content: 'private page', type: 'text/html' } };
    app = await makeApp(server, ada.id, build, { isPublic: false, organizationId });
    const guest = await enter(visitor(server), `?key=${app.shareKey}`);
    const member = await enter(bob);
    for (let days = 0; days < 28; days += 4) {
      server.clock.advance(4 * day);
      // A session that nobody uses ends sooner than the grant.
      expect((await bob.fetch('/api/session')).json()).toMatchObject({ user: { id: bob.id } });
    }
    expect((await ask('/', { cookie: guest })).status).toBe(200);
    expect((await ask('/', { cookie: member })).status).toBe(200);
    await changeApp(server, app.appId, { share_key: newSecret() });
    expect((await ask('/', { cookie: guest })).status).toBe(404);
    await server.context.db.deleteFrom('organization_members').where('user_id', '=', bob.id).execute();
    await heard(server.context, organizationId);
    expect((await ask('/', { cookie: member })).status).toBe(404);
  });

  test('becoming public needs no grant any more', async () => {
    await changeApp(server, app.appId, { is_public: true });
    expect((await ask('/')).text()).toBe('private page');
  });
});

describe('download', () => {
  const path = () => `/api/applications/${app.appId}/download`;

  test('leads those who may to the upload as it came', async () => {
    for (const [who, query] of [
      [ada, ''],
      [ada, `?version=${app.versionId}`],
      [visitor(server), `?key=${app.shareKey}`],
    ] as const) {
      const answer = await who.fetch(path() + query);
      expect(answer.status).toBe(302);
      const url = new URL(String(answer.headers.location));
      expect(url.host).toBe(`${app.appId}.flux.localhost:${server.port}`);
      const file = await ask(url.pathname + url.search);
      expect(file.body.equals(originalUpload)).toBe(true);
      expect(file.headers).toMatchObject({
        'content-type': 'application/zip',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'content-disposition': `attachment; filename="Gr__e _1_.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.zip`,
      });
      const part = await ask(url.pathname + url.search, {
        range: 'bytes=3-5',
        'if-range': file.headers.etag,
      });
      expect([part.status, part.text()]).toEqual([206, 'the']);
    }
  });

  test('tells a stranger nothing, and those who may that there is no such version', async () => {
    for (const query of ['', `?version=${app.versionId}`, `?version=${newId()}`]) {
      const answer = await stranger.fetch(path() + query);
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'app_not_found']);
    }
    const other = await makeApp(server, ada.id, { 'index.html': { content: 'x' } });
    for (const version of [newId(), other.versionId, 'x', '%00']) {
      const answer = await ada.fetch(`${path()}?version=${version}`);
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'version_not_found']);
    }
  });

  test('a ticket downloads its own version alone, for an hour, and not after the key was renewed', async () => {
    const { location } = (await visitor(server).fetch(`${path()}?key=${app.shareKey}`)).headers;
    const url = new URL(String(location));
    const get = () => ask(url.pathname + url.search);
    expect((await get()).status).toBe(200);
    expect((await ask(url.pathname)).status).toBe(404);
    expect((await ask(url.pathname.replace(app.versionId, newId()) + url.search)).status).toBe(404);
    await changeApp(server, app.appId, { share_key: newSecret() });
    expect((await get()).status).toBe(404);
    await changeApp(server, app.appId, { share_key: app.shareKey });
    expect((await get()).status).toBe(200);
    server.clock.advance(3_600_000);
    await heard(server.context, 'later');
    expect((await get()).status).toBe(404);
  });
});
