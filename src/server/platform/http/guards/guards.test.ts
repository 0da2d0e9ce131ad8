import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from '#server/testing/http/request.ts';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, signOut } from '#shared/accounts/accounts.ts';

let server: TestServer;
let publicUrl: string;
beforeAll(async () => {
  server = await startServer();
  publicUrl = server.context.config.publicUrl;
});
afterAll(() => server.close());

describe('a change asked for', () => {
  const json = { 'content-type': 'application/json' };
  const cases: [string, (own: string) => Record<string, string | undefined>, number][] = [
    ['by a page of Flux', () => ({}), 200],
    ['by a browser that only says Origin', () => ({ 'sec-fetch-site': undefined }), 200],
    ['by another site', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }), 403],
    [
      'by a build on a neighbouring host',
      () => ({ 'sec-fetch-site': 'same-site', origin: `http://game.flux.localhost:${server.port}` }),
      403,
    ],
    ['by a neighbour that forges Origin', (own) => ({ 'sec-fetch-site': 'same-site', origin: own }), 403],
    ['from the address bar', () => ({ 'sec-fetch-site': 'none', origin: undefined }), 403],
    ['with neither header', () => ({ 'sec-fetch-site': undefined, origin: undefined }), 403],
    ['by an opaque origin', () => ({ 'sec-fetch-site': undefined, origin: 'null' }), 403],
    ['by another port', () => ({ 'sec-fetch-site': undefined, origin: 'http://flux.localhost:1' }), 403],
    [
      'over https of the same name',
      (own) => ({ 'sec-fetch-site': undefined, origin: own.replace('http:', 'https:') }),
      403,
    ],
  ];
  test.each(cases)('%s', async (_who, headers, status) => {
    const ada = await signIn(server, 'Ada');
    const answer = await ada.fetch(signOut.path, {
      method: 'POST',
      headers: { ...json, ...headers(publicUrl) },
      body: '{}',
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json()).toMatchObject({ success: false, code: 'cross_site' });
    const { user } = await ada.call(getSession);
    expect(user?.id ?? null).toBe(status === 403 ? ada.id : null);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json'])(
    'as %s is refused by its type',
    async (type) => {
      const ada = await signIn(server, 'Ada');
      const answer = await ada.fetch(signOut.path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect([answer.status, answer.json()]).toMatchObject([415, { code: 'unsupported_type' }]);
      expect((await ada.call(getSession)).user?.id).toBe(ada.id);
    },
  );

  test.each(['DELETE', 'PUT', 'PATCH'])(
    'by %s from another site to an address that is not there',
    async (method) => {
      const answer = await request(server, '/api/nothing', {
        method,
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(answer.status).toBe(403);
    },
  );
});

test('a compressed request body is refused', async () => {
  const answer = await request(server, signOut.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from('1f8b', 'hex'),
  });
  expect([answer.status, answer.json()]).toMatchObject([415, { code: 'unsupported_type' }]);
});

test.each([
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{',
  '[1]',
  '"x"',
  'null',
])('the body %s is refused in the error envelope', async (body) => {
  const answer = await request(server, signOut.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (body === 'null') expect(answer.status).toBeLessThan(500);
  else expect([answer.status, answer.json()]).toMatchObject([400, { success: false, code: 'invalid_input' }]);
});

test('every answer of the API says what it is, and that nobody may keep, frame or read it elsewhere', async () => {
  for (const path of [getSession.path, '/api/nothing', '/a%2fb']) {
    const { headers } = await request(server, path);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

test('an address that reads differently to different programs is refused before routing', async () => {
  for (const path of [
    '/api/..%2fsession',
    '/api/%2e%2e/session',
    '/api/session%00',
    '/api//session',
    '/api\\session',
  ]) {
    const answer = await request(server, path);
    expect([path, answer.status, answer.json()]).toMatchObject([path, 400, { code: 'invalid_path' }]);
  }
});

test('localhost and 127.0.0.1 lead to the public address, path and query kept', async () => {
  for (const name of ['localhost', '127.0.0.1']) {
    const headers = { host: `${name}:${server.port}` };
    for (const target of ['/play/abc?key=d', '/faq']) {
      const answer = await request(server, target, { headers });
      const location = String(answer.headers.location);
      expect([answer.status, location.startsWith(`${publicUrl}${target}`)]).toEqual([307, true]);
      // A browser that arrives under the right name goes on to the address without the marker.
      const arrived = await request(server, location.slice(publicUrl.length));
      expect([arrived.status, arrived.headers.location]).toEqual([307, `${publicUrl}${target}`]);
    }
    expect((await request(server, signOut.path, { method: 'POST', headers })).status).toBe(421);
  }
});

test('a proxy that replaces the Host header gets an explanation instead of a redirect without end', async () => {
  const headers = { host: `127.0.0.1:${server.port}` };
  const first = await request(server, '/faq', { headers });
  const target = String(first.headers.location).slice(publicUrl.length);
  const api = await request(server, target, { headers });
  expect([api.status, api.json()]).toMatchObject([421, { success: false, code: 'misdirected' }]);
  const page = await request(server, target, { headers: { ...headers, accept: 'text/html' } });
  expect([page.status, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
  for (const text of [api.json<{ error: string }>().error, page.text()]) {
    expect(text).not.toContain('127.0.0.1');
    expect(text).toContain(publicUrl);
    expect(text).toContain('proxy_set_header Host $http_host');
  }
  // Its link would lead back to the same page.
  expect(page.text()).not.toContain('Go to Flux');
});

test('another name, or an address of the network, is told where Flux is, as a page and to a program', async () => {
  for (const host of ['10.0.0.1:3000', 'flux.test', '"><script>']) {
    const page = await request(server, '/faq', { headers: { host, accept: 'text/html' } });
    expect([page.status, page.text().includes(`href="${publicUrl}/"`)]).toEqual([421, true]);
    expect(page.text()).not.toContain('<script');
    expect((await request(server, '/api/session', { headers: { host } })).json()).toMatchObject({
      code: 'misdirected',
    });
  }
});

test('a foreign host name is refused with a sentence that names the right one', async () => {
  const answer = await request(server, getSession.path, { headers: { host: 'evil.test' } });
  expect([answer.status, answer.json<{ error: string }>().error]).toEqual([
    421,
    expect.stringContaining(publicUrl),
  ]);
});

test('no service worker can be registered on Flux itself', async () => {
  const answer = await request(server, '/sw.js', { headers: { 'service-worker': 'script' } });
  expect(answer.status).toBe(403);
});

test('all the cookies that a neighbouring host can plant leave the person signed in, and are removed', async () => {
  const ada = await signIn(server, 'Ada');
  const junk = Array.from({ length: 180 }, (_, index) => `junk${index}=${'x'.repeat(4_090)}`).join('; ');
  for (const cookie of [`${junk}; ${ada.cookie}`, `${ada.cookie}; ${junk}`]) {
    const answer = await ada.fetch(getSession.path, { headers: { cookie } });
    expect(answer.json()).toMatchObject({ user: { id: ada.id } });
    const removed = (answer.headers['set-cookie'] ?? []).map((line) => line.split('=')[0]);
    expect(new Set(removed)).toContain('junk179');
  }
});

test('more than any browser of today sends is answered by a page that clears them', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    socket.on('error', reject).on('end', () => resolve(received));
    const { host } = new URL(publicUrl);
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: a=${'x'.repeat(800_000)}\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('clear-site-data: "cookies"');
  expect(answer).toContain('Continue to Flux');
});
