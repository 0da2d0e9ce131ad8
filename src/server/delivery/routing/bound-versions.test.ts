import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { addVersion, makeApp, sha256, type TestBuild, visit } from '../test-build.ts';

/** Which version a request is answered from. */

let server: TestServer;
const asPage = { accept: 'text/html,*/*' };
/** A version of another app. */
let versionId: string;
let updated: Awaited<ReturnType<typeof makeApp>>;
let second: string;
const ask = (path: string, headers: object = {}) => visit(server, updated.appId, path, { ...headers });
const origin = () => `http://${updated.appId}.flux.localhost:${server.port}`;

beforeAll(async () => {
  server = await startServer();
  const ada = await signIn(server, 'ada');
  const make = (n: number): TestBuild => ({
    'index.html': { content: `page ${n}`, type: 'text/html' },
    'a.js': { content: `script ${n}`, type: 'text/javascript' },
    'style.css': { content: `style ${n}`, type: 'text/css' },
    'Build/a.worker.js': { content: `worker ${n}`, type: 'application/javascript', role: 'worker' },
    'big.data': { content: Buffer.alloc(70_000, `data ${n}`), role: 'data' },
  });
  ({ versionId } = await makeApp(server, ada.id, make(0)));
  updated = await makeApp(server, ada.id, make(1));
  expect((await ask('/')).text()).toBe('page 1');
  second = await addVersion(server, { appId: updated.appId, ownerId: ada.id }, make(2));
});
afterAll(() => server.close());

test('a published version is served at once', async () => {
  expect((await ask('/')).text()).toBe('page 2');
  expect((await ask('/a.js')).text()).toBe('script 2');
});

test('a page that names no version, or one that is gone, is led to the active one’s own address', async () => {
  const gone = newId();
  for (const [path, leadsTo] of [
    ['/', `/?v=${second}`],
    ['/?level=3&x', `/?level=3&x&v=${second}`],
    [`/?a=b%20c&v=${gone}_1_x&d`, `/?a=b%20c&v=${second}&d`],
    [`/index.html?v=${versionId}`, `/index.html?v=${second}`],
  ] as const) {
    const answer = await ask(path, asPage);
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      leadsTo,
      'no-store',
    ]);
    expect((await ask(leadsTo, asPage)).text()).toBe('page 2');
  }
  expect((await ask('/?v=3', asPage)).text()).toBe('page 2');
  expect((await ask('/a.js', asPage)).text()).toBe('script 2');
});

test('a page that another page leads to stays with its version', async () => {
  const referer = `${origin()}/?v=${updated.versionId}`;
  const answer = await ask('/index.html', { ...asPage, referer });
  expect([answer.status, answer.headers.location]).toEqual([302, `/index.html?v=${updated.versionId}`]);
});

test('what a page of a version that is gone asks for is missing, never another version’s', async () => {
  expect((await ask('/a.js', { referer: `${origin()}/?v=${newId()}` })).status).toBe(404);
  expect((await ask('/a.js', { cookie: `__Host-flux-version=${newId()}` })).status).toBe(404);
  const planted = `__Host-flux-version=junk; __Host-flux-version=${updated.versionId}`;
  expect((await ask('/a.js', { cookie: planted })).text()).toBe('script 1');
});

test('a page keeps its version while another is published', async () => {
  const first = updated.versionId;
  expect((await ask('/a.js', { referer: `${origin()}/?v=${first}_123_abc` })).text()).toBe('script 1');
  expect((await ask('/a.js', { referer: `${origin()}/?v=${second}` })).text()).toBe('script 2');
  expect((await ask('/a.js', { referer: `http://other.test/?v=${first}` })).text()).toBe('script 2');
});

test('a tab that is loaded again, a bookmark and a copied link come to the active version, unless they ask for another one', async () => {
  const first = updated.versionId;
  for (const asked of [`/?v=${first}`, `/?v=${first}_123_abc`])
    for (const opened of [asPage, { 'sec-fetch-dest': 'iframe' }]) {
      const answer = await ask(asked, opened);
      expect([answer.status, answer.headers.location]).toEqual([302, `/?v=${second}`]);
    }
  const pinned = `/?v=${first}_pinned`;
  expect((await ask(pinned, asPage)).text()).toBe('page 1');
  expect((await ask('/a.js', { referer: origin() + pinned })).text()).toBe('script 1');
  // What a page opens within itself is its own.
  const within = { ...asPage, referer: `${origin()}/?v=${first}` };
  expect((await ask(`/index.html?v=${first}`, within)).text()).toBe('page 1');
});

test('the cookie of the document speaks for requests that do not name a page, and never for a new page', async () => {
  const document = await ask(`/?v=${updated.versionId}_pinned`, asPage);
  const cookie = String(document.headers['set-cookie']).split(';')[0];
  expect(document.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  expect((await ask('/a.js', { cookie, referer: `${origin()}/style.css` })).text()).toBe('script 1');
  for (const opened of [asPage, { 'sec-fetch-dest': 'iframe' }])
    expect((await ask('/', { ...opened, cookie })).headers.location).toBe(`/?v=${second}`);
});

const first = () => updated.versionId;
const from = (version: string, kind: string, mode?: string) => ({
  referer: `${origin()}/?v=${version}`,
  'sec-fetch-dest': kind,
  ...(mode ? { 'sec-fetch-mode': mode } : {}),
});
const cookieOf = (version: string) => ({ cookie: `__Host-flux-version=${version}` });

/** That it is led to an address with its page's version, and that what it asks for comes from that one, too. */
async function expectLed(path: string, asked: object, leadsTo: string): Promise<void> {
  const answer = await ask(path, asked);
  expect([answer.status, answer.headers.location]).toEqual([302, leadsTo]);
  expect((await ask(leadsTo, asked)).text()).toMatch(/^(style|script) 1$/);
  const inTurn = { referer: `${origin()}${leadsTo}`, 'sec-fetch-dest': 'font', ...cookieOf(second) };
  expect((await ask('/a.js', inTurn)).text()).toBe('script 1');
}

test('a stylesheet is led to an address that names its page’s version, unless the cookie names it', async () => {
  for (const [path, leadsTo] of [
    ['/style.css', `/style.css?v=${first()}`],
    ['/style.css?dark', `/style.css?dark&v=${first()}`],
  ] as const) {
    const asked = from(first(), 'style');
    await expectLed(path, asked, leadsTo);
    await expectLed(path, { ...asked, ...cookieOf(second) }, leadsTo);
    expect((await ask(path, { ...asked, ...cookieOf(first()) })).text()).toBe('style 1');
  }
  // Where the build has a `v` of its own there, and for what is missing, there is no such address.
  expect((await ask('/style.css?v=3', from(first(), 'style'))).text()).toBe('style 1');
  expect((await ask('/none.css', from(first(), 'style'))).status).toBe(404);
  expect((await ask('/style.css', from(newId(), 'style'))).status).toBe(404);
});

test('a module or a worker, which asks for more when another tab may be in another version, is always led there', async () => {
  for (const asked of [
    from(first(), 'worker'),
    from(first(), 'sharedworker'),
    from(first(), 'script', 'cors'),
  ])
    for (const cookie of [{}, cookieOf(first()), cookieOf(second)])
      await expectLed('/a.js', { ...asked, ...cookie }, `/a.js?v=${first()}`);
  for (const [path, asked, text] of [
    ['/a.js', from(first(), 'script', 'no-cors'), 'script 1'],
    // Unity's own worker asks for nothing by itself, and its page for the same address.
    ['/Build/a.worker.js', from(first(), 'worker'), 'worker 1'],
  ] as const)
    expect((await ask(path, asked)).text()).toBe(text);
});

test('what is no version of this app is ignored', async () => {
  for (const version of [newId(), versionId, 'x', '', '%00'])
    expect((await ask(`/?v=${version}`)).text()).toBe('page 2');
});

test('content of an earlier version stays at its address', async () => {
  const old = Buffer.alloc(70_000, 'data 1');
  expect((await ask(`/_flux/${sha256(old)}/data`)).body.equals(old)).toBe(true);
});
