import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getSession } from '#shared/accounts/accounts.ts';
import { type Answer, type RequestInit, request } from '../testing/http/request.ts';
import { type Person, signIn, visitor } from '../testing/people/people.ts';
import { startServer, type TestServer } from '../testing/servers/server.ts';
import { addVersion, changeApp, makeApp, type TestBuild, visit } from './test-build.ts';

const data = Buffer.alloc(100_000, 'game data ');
const build: TestBuild = {
  'index.html': { content: '<p>one</p>', type: 'text/html; charset=utf-8' },
  'drawing.svg': { content: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' },
  'page.xml': { content: '<p/>', type: 'application/xml' },
  'worker.js': { content: 'self.onfetch = () => {}', type: 'text/javascript; charset=utf-8' },
  'Build/Game.data': { content: data, role: 'data', encodings: ['br', 'gzip'] },
};

let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startServer({ env: { FLUX_CONTENT_ORIGIN: 'same-host' } });
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

/** Where /serve leads this person, as a path on Flux's host. */
async function placeOf(appId: string, who: Pick<Person, 'fetch'> = ada, query = ''): Promise<string> {
  const answer = await who.fetch(`/serve/${appId}${query}`);
  expect(answer.status).toBe(302);
  const { pathname, origin } = new URL(String(answer.headers.location));
  expect(origin).toBe(server.context.config.publicUrl);
  return pathname;
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  request(server, path, {
    method,
    headers: { origin: 'null', 'sec-fetch-site': 'cross-site', ...headers },
  });

function expectNoWayIn(answer: Answer): void {
  expect(answer.headers['content-security-policy']).toMatch(/(^|; )sandbox( |;|$)/);
  expect(answer.headers['content-security-policy']).not.toContain('allow-same-origin');
  expect(answer.headers['content-security-policy']).not.toContain('allow-top-navigation');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
}

test('no answer with uploaded bytes on Flux’s host can run as Flux, be guessed at, or set a cookie', async () => {
  const { appId, versionId } = await makeApp(server, ada.id, build);
  const place = await placeOf(appId, visitor(server));
  expect(place).toBe(`/_content/${appId}/${versionId}/`);
  const redirect = await get(`${place}Build/Game.data`);
  expect(redirect.status).toBe(307);
  const immutable = String(redirect.headers.location);
  expect(immutable.startsWith(`${place}_flux/`)).toBe(true);
  const download = await ada.fetch(`/api/applications/${appId}/download`);
  const answers = [
    redirect,
    await get(place),
    await get(`${place}drawing.svg`),
    await get(`${place}page.xml`),
    await get(`${place}worker.js`),
    await get(immutable),
    await get(immutable, { range: 'bytes=0-9' }),
    await get(immutable, { range: 'bytes=999999-' }),
    await get(place, { 'if-none-match': '*' }),
    await get(`${place}missing`),
    await get(place, {}, 'POST'),
    await get(place, {}, 'OPTIONS'),
    await get(`${place}worker.js`, { 'service-worker': 'script' }),
    await get('/_content/nobody/'),
    await get(String(download.headers.location).slice(server.context.config.publicUrl.length)),
  ];
  for (const answer of answers) expectNoWayIn(answer);
  expect(answers.map(({ status }) => status)).toEqual([
    307, 200, 200, 200, 200, 200, 206, 416, 304, 404, 405, 204, 403, 404, 200,
  ]);
});

test('a build is answered by path alone: its own version, whatever is active, and no cookie counts', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  const place = await placeOf(appId);
  await addVersion(
    server,
    { appId, ownerId: ada.id },
    { 'index.html': { content: 'two', type: 'text/html' } },
  );
  expect((await get(place)).text()).toBe('<p>one</p>');
  const next = await placeOf(appId);
  expect(next).not.toBe(place);
  expect((await get(next)).text()).toBe('two');
  const stranger = await makeApp(server, ada.id, build);
  expect((await get(place.replace(appId, stranger.appId))).status).toBe(404);
});

test('a tab that is loaded again comes to the active version, and what a build opens itself stays with its own', async () => {
  const { appId, versionId } = await makeApp(server, ada.id, build);
  const place = await placeOf(appId);
  const next = await addVersion(
    server,
    { appId, ownerId: ada.id },
    { 'index.html': { content: 'two', type: 'text/html' } },
  );
  const opened = (path: string, headers: RequestInit['headers']) =>
    request(server, path, { headers: { 'sec-fetch-dest': 'document', ...headers } });
  const page = `${place}index.html?level=2`;
  for (const site of ['none', 'same-origin']) {
    const answer = await opened(page, { 'sec-fetch-site': site });
    expect([answer.status, answer.headers.location]).toEqual([302, page.replace(versionId, next)]);
  }
  // Where browsers say nothing of it, as on a bare IP address, Flux's page is told by its Referer.
  const silent = { 'sec-fetch-site': undefined, 'sec-fetch-dest': undefined, accept: 'text/html' };
  const referer = `${server.context.config.publicUrl}/play/${appId}`;
  expect((await opened(page, { ...silent, referer })).status).toBe(302);
  const byBuild = { 'sec-fetch-site': 'cross-site' };
  expect((await opened(page, byBuild)).text()).toBe('<p>one</p>');
  expect((await opened(page, silent)).text()).toBe('<p>one</p>');
});

test('a preview stays with its version when it is loaded again', async () => {
  const { appId, versionId } = await makeApp(server, ada.id, build);
  await addVersion(
    server,
    { appId, ownerId: ada.id },
    { 'index.html': { content: 'two', type: 'text/html' } },
  );
  const answer = await ada.fetch(`/serve/${appId}?version=${versionId}`);
  const { pathname, search } = new URL(String(answer.headers.location));
  expect(pathname).toContain(versionId);
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
  expect((await request(server, pathname + search, { headers })).text()).toBe('<p>one</p>');
});

test('a version that is held back plays for those who may update its public app alone', async () => {
  const warnings = [{ code: 'missing_part', message: 'It is missing.', stops: true }] as const;
  const { appId, versionId } = await makeApp(server, ada.id, build, { report: { warnings: [...warnings] } });
  const headers = { 'sec-fetch-dest': 'iframe', accept: 'text/html' };
  for (const query of ['', `?version=${versionId}`]) {
    const page = await get(await placeOf(appId, ada, query), headers);
    expect([page.status, page.text()]).toEqual([200, '<p>one</p>']);
    const open = await placeOf(appId, visitor(server), query);
    expect(open).toBe(`/_content/${appId}/${versionId}/`);
    const refused = await get(open, headers);
    expect([refused.status, refused.text()]).toEqual([404, expect.stringContaining('not playable yet')]);
  }
});

test('the query of /serve reaches a game, public or private, in its active version or in a preview', async () => {
  const query = 'level=2&name=%E6%97%A5+x%20y&level=3&empty=&bare';
  const searchOf = async (appId: string, own = '') => {
    const answer = await ada.fetch(`/serve/${appId}?v=1_2_3&${own}${query}&ticket=x&flux-framed=1`);
    return new URL(String(answer.headers.location)).search;
  };
  const open = await makeApp(server, ada.id, build);
  const closed = await makeApp(server, ada.id, build, { isPublic: false });
  expect(await searchOf(open.appId)).toBe(`?${query}`);
  expect(await searchOf(closed.appId, `key=${closed.shareKey}&`)).toBe(`?${query}`);
  const preview = await searchOf(open.appId, `version=${open.versionId}&`);
  expect(preview).toBe(`?v=${open.versionId}_pinned&${query}`);
});

test('encodings are negotiated as everywhere', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  const place = await placeOf(appId);
  const { location } = (await get(`${place}Build/Game.data`)).headers;
  for (const [accepted, encoding] of [
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['', undefined],
  ] as const) {
    const answer = await get(String(location), { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
  }
});

describe('a private app', () => {
  test('is reached by an address that nobody can guess, that expires, and that a new key ends', async () => {
    const { appId, versionId, shareKey } = await makeApp(server, ada.id, build, { isPublic: false });
    expect((await visitor(server).fetch(`/serve/${appId}`)).status).toBe(404);
    const place = await placeOf(appId, visitor(server), `?key=${shareKey}`);
    expect((await get(place)).status).toBe(200);
    expect((await get(`${place}Build/Game.data`)).status).toBe(307);
    expect(await placeOf(appId, visitor(server), `?key=${shareKey}`)).toBe(place);
    const forged = place.replace(/.(?=\/$)/, (last) => (last === 'A' ? 'B' : 'A'));
    const cut = place.replace(/.{4}(?=\/$)/, '');
    for (const path of [`/_content/${appId}/${versionId}/`, forged, cut])
      expect((await get(path)).status).toBe(404);
    expect((await get(`/_content/${appId}/${versionId}/`, { cookie: ada.cookie })).status).toBe(404);

    await changeApp(server, appId, { share_key: 'another' });
    expect((await get(place)).status).toBe(404);
    const own = await placeOf(appId);
    expect((await get(own)).status).toBe(200);
    server.clock.advance(37 * 3_600_000);
    expect((await get(own)).status).toBe(404);
  });
});

test('the address of a private app tells no id, and names its own version', async () => {
  const { appId, versionId, shareKey } = await makeApp(server, ada.id, build, { isPublic: false });
  for (const place of [await placeOf(appId), await placeOf(appId, visitor(server), `?key=${shareKey}`)]) {
    const { location } = (await get(`${place}Build/Game.data`)).headers;
    const told = `${location}${Buffer.from(place.split('/')[2] ?? '', 'base64url').toString('latin1')}`;
    expect(location).toContain(place);
    for (const secret of [appId, versionId, ada.id, shareKey, 'session', 'key'])
      expect(told).not.toContain(secret);
    expect((await get(String(location))).status).toBe(200);
  }
  const place = await placeOf(appId);
  const two = { 'index.html': { content: 'two', type: 'text/html' } };
  await addVersion(server, { appId, ownerId: ada.id }, two);
  expect((await get(place)).text()).toBe('<p>one</p>');
  const reloaded = await request(server, `${place}?level=2`, {
    headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
  });
  expect([reloaded.status, reloaded.headers.location]).toEqual([302, `${await placeOf(appId)}?level=2`]);
});

test('the address of a private app ends within a second of the session that it stands for', async () => {
  const eve = await signIn(server, 'Eve');
  const { appId } = await makeApp(server, eve.id, build, { isPublic: false });
  const place = await placeOf(appId, eve);
  expect((await get(place)).status).toBe(200);
  await eve.fetch('/api/session/end', { method: 'POST' });
  await vi.waitFor(async () => expect((await get(place)).status).toBe(404), 60_000);
});

test('what runs in the sandbox is nobody to Flux', async () => {
  const answer = await get(getSession.path, { cookie: ada.cookie });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const change = await get('/api/session/end', { cookie: ada.cookie }, 'POST');
  expect(change.status).toBe(403);
  // A browser that says nothing of the site, as over plain http, still says the origin.
  const silent = await request(server, '/api/session/end', {
    method: 'POST',
    headers: { origin: 'null', 'sec-fetch-site': undefined, cookie: ada.cookie },
  });
  expect(silent.status).toBe(403);
});

test('a page that Flux makes around a game is told that the game has no address of its own', async () => {
  const report = { kind: 'unity', pageMade: true, threads: true } as const;
  const { appId } = await makeApp(server, ada.id, build, { report });
  expect((await get(await placeOf(appId))).text()).toContain('"isolation":"sandbox"');
});

test('the browser is told how builds are kept apart', async () => {
  expect((await ada.call(getSession)).isolation).toBe('sandbox');
});

test('under another host name nothing is served', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  const place = await placeOf(appId);
  const answer = await visit(server, appId, place, { host: 'evil.test' });
  expect(answer.status).toBe(421);
});
