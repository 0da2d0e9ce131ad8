import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { request } from '../testing/http/request.ts';
import { type Person, signIn } from '../testing/people/people.ts';
import { startServer, type TestServer } from '../testing/servers/server.ts';
import { encode, keepForm, makeApp, sha256, type TestBuild, visit } from './test-build.ts';

let server: TestServer;
let ada: Person;
let appId: string;

const page = '<!doctype html><title>Game</title>'.repeat(20);
const data = Buffer.concat([Buffer.alloc(90_000, 'data'), randomBytes(30_000)]);
const wasm = Buffer.alloc(80_000, 'wasm');
const video = randomBytes(300_000);
const build: TestBuild = {
  'index.html': { content: page, type: 'text/html; charset=utf-8', encodings: ['gzip', 'br'] },
  'Build/a b.data.br': { content: data, role: 'data', encodings: ['gzip', 'br'] },
  'Build/game.wasm': { content: wasm, type: 'application/wasm', role: 'wasm', encodings: ['br'] },
  'Build/game.loader.js': {
    content: 'loader',
    type: 'text/javascript',
    role: 'loader',
    encodings: ['gzip', 'zstd'],
  },
  'intro.mp4': { content: video, type: 'video/mp4' },
  'saved.gz': { content: 'raw bytes of the creator', type: 'application/gzip' },
  'empty.txt': { content: '', type: 'text/plain; charset=utf-8' },
  'help/index.html': { content: 'help', type: 'text/html; charset=utf-8', encodable: true },
  'Build/100% Fun.data': { content: 'fun' },
  'ä ö+%.txt': { content: 'umlauts', type: 'text/plain; charset=utf-8', encodable: true },
};

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  ({ appId } = await makeApp(server, ada.id, build));
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => visit(server, appId, path, headers);
const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('addresses', () => {
  test('the root is the entry page', async () => {
    const answer = await get('/');
    expect([answer.status, answer.text()]).toEqual([200, page]);
    expect((await get('/index.html')).text()).toBe(page);
  });

  test('a folder with a page is served, and a slash is added where it is missing', async () => {
    expect((await get('/help/')).text()).toBe('help');
    const answer = await get('/help?v=1');
    expect([answer.status, answer.headers.location]).toEqual([302, '/help/?v=1']);
  });

  test('paths are percent-decoded exactly once', async () => {
    expect((await get('/%C3%A4%20%C3%B6+%25.txt')).text()).toBe('umlauts');
    expect((await get('/a%CC%88%20o%CC%88+%25.txt')).text()).toBe('umlauts');
    expect((await get('/%25C3%25A4.txt')).status).toBe(404);
  });

  test('a % that escapes nothing stands for itself, as browsers send what a page calls 100% Fun', async () => {
    for (const path of ['/Build/100%%20Fun.data', '/Build/100%25%20Fun.data', '/%C3%A4%20%C3%B6+%.txt'])
      expect((await get(path)).status, path).toBe(200);
    expect((await get('/Build/%2e%%2e/index.html')).status).toBe(404);
  });

  test('slashes that a script doubled are one, and a page is led to where it lies', async () => {
    expect((await get('/Build///game.loader.js')).text()).toBe('loader');
    const [doubled, plain] = [await get('/Build//a%20b.data.br'), await get('/Build/a%20b.data.br')];
    expect([doubled.status, doubled.headers.etag]).toEqual([plain.status, plain.headers.etag]);
    expect(doubled.status).toBeLessThan(400);
    for (const [path, location] of [
      ['/help//', '/help/'],
      ['/help//index.html?v=1', '/help/index.html?v=1'],
    ] as const) {
      const answer = await get(path);
      expect([answer.status, answer.headers.location]).toEqual([302, location]);
    }
    // Behind the first slash a second one would begin the name of a host.
    for (const path of ['//Build/game.wasm', '//help/', '///index.html'])
      expect((await get(path)).status, path).toBe(404);
  });

  test.each([
    '/../etc/passwd',
    '/Build/../index.html',
    '/%2e%2e/index.html',
    '/..%2findex.html',
    '/Build%2Fgame.wasm',
    '/Build%5cgame.wasm',
    '/Build\\game.wasm',
    '/index.html%00.js',
    '/%c0%ae%c0%ae/index.html',
    '/./index.html',
    'http://other.test/index.html',
  ])('a hidden or broken path is refused: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    expect(answer.text()).not.toContain('Game');
  });

  test.each([
    '//index.html',
    '/index.html/',
    '/INDEX.html',
    '/%zz',
    '/%',
    '/index.html%',
    '/%2index.html',
    '/index.html;/',
    '/__proto__',
    '/.git/config',
  ])('a path that merely looks alike is missing: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('hidden files of a build are served, but no proof for certificate authorities', async () => {
    const file = { content: 'x', type: 'text/plain' };
    const proofs = ['.well-known/acme-challenge/token', '.well-known/pki-validation/a.txt'];
    const own = ['.env', 'assets/.config.json', '.well-known/assetlinks.json'];
    const owner = await signIn(server, 'hidden');
    const { appId } = await makeApp(
      server,
      owner.id,
      Object.fromEntries(['index.html', ...own, ...proofs].map((path) => [path, file])),
    );
    for (const path of own)
      expect([path, (await visit(server, appId, `/${path}`)).status]).toEqual([path, 200]);
    for (const path of [...proofs, '.well-known//acme-challenge/token'])
      expect([path, (await visit(server, appId, `/${path}`)).status]).toEqual([path, 404]);
  });

  test('no mixture of dots, slashes and encodings leads anywhere', async () => {
    const piece = fc.constantFrom(
      ...['..', '.', '/', '//', '\\', '%2e', '%2E%2e', '%252e', '%2f', '%5c', '%00', ';', '%c0%af', '%u002e'],
      ...['etc', 'passwd', 'Build', 'index.html', 'blobs', '_flux', '%ff', '?', '%20', '%E2%80%AE'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const answer = await get(`/x${pieces.join('')}`);
        expect([400, 404]).toContain(answer.status);
      }),
      { numRuns: 300 },
    );
  });

  test('an app that does not exist, and a build without an entry, are missing', async () => {
    expect((await visit(server, newId(), '/')).status).toBe(404);
    const lone = await makeApp(server, ada.id, { 'a.data': { content: 'x' } }, { report: { entry: '' } });
    expect((await visit(server, lone.appId, '/')).status).toBe(404);
  });

  test('an entry below the root is led to, so that its neighbours are found', async () => {
    const deep = await makeApp(
      server,
      ada.id,
      { 'web/a b.html': { content: 'deep', type: 'text/html' } },
      { report: { entry: 'web/a b.html' } },
    );
    const answer = await visit(server, deep.appId, `/?v=${deep.versionId}`);
    expect([answer.status, answer.headers.location]).toEqual([302, `/web/a%20b.html?v=${deep.versionId}`]);
  });
});

describe('who answers', () => {
  test('only GET and HEAD are taken', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await visit(server, appId, '/', {}, method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('in place of any service worker goes one that stays and handles no request', async () => {
    for (const path of ['/Build/game.loader.js', '/ServiceWorker.js', '/']) {
      const answer = await get(path, { 'service-worker': 'script' });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(answer.headers['service-worker-allowed']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text()).toContain('clients.claim()');
      expect(answer.text()).not.toMatch(/unregister|fetch|respondWith|addRoutes|importScripts/);
      // One that differs between paths or versions would be an update, which reloads some pages each time.
      expect(answer.text()).toBe((await get('/sw.js', { 'service-worker': 'script' })).text());
    }
  });

  test('host names compare without case, ports exactly', async () => {
    const host = new URL(server.context.config.publicUrl).host;
    expect((await get('/', { host: `${appId.toUpperCase()}.FLUX.LOCALHOST:${server.port}` })).text()).toBe(
      page,
    );
    for (const other of [`${appId}.flux.localhost:1`, `${appId}.flux.localhost`, `x.${appId}.${host}`, host])
      expect((await get('/', { host: other })).text()).not.toBe(page);
  });

  test('Flux’s own origin serves no file of a build, and a content origin none of Flux', async () => {
    const own = await request(server, '/Build/game.wasm');
    expect(own.body.equals(wasm)).toBe(false);
    expect((await get('/api/session')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(404);
  });
});

describe('representations', () => {
  test('the smallest form that the client accepts is sent, under any name', async () => {
    const plain = await get('/Build/game.loader.js', { 'accept-encoding': 'identity' });
    expect([plain.text(), plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      'loader',
      undefined,
      'Accept-Encoding',
    ]);
    const zipped = await get('/', { 'accept-encoding': 'gzip, deflate' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(page);
    expect(Number(zipped.headers['content-length'])).toBe(zipped.body.length);
    expect((await get('/', browser)).headers['content-encoding']).toBe('br');
  });

  test('a creator’s own compressed file is never encoded', async () => {
    const answer = await get('/saved.gz', browser);
    expect([answer.text(), answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      'raw bytes of the creator',
      undefined,
      undefined,
    ]);
  });

  test('an empty file has a length of zero', async () => {
    const answer = await get('/empty.txt');
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, '0', 0]);
  });

  test.each(['/', '/Build/game.loader.js', '/intro.mp4', '/missing', '/empty.txt', '/help'])(
    'HEAD answers as GET, without a body: %s',
    async (path) => {
      const [got, headed] = [
        await visit(server, appId, path, browser),
        await visit(server, appId, path, browser, 'HEAD'),
      ];
      const { date: _date, ...headers } = got.headers;
      expect(headed.status).toBe(got.status);
      expect(headed.headers).toMatchObject(headers);
      expect(headed.body.length).toBe(0);
    },
  );

  test('there is no Last-Modified, on any kind of answer', async () => {
    for (const path of ['/', '/intro.mp4', '/missing', '/help'])
      expect((await get(path)).headers).not.toHaveProperty('last-modified');
  });
});

describe('revalidation', () => {
  test('a form answers 304 to its own tag, with the headers of a document', async () => {
    const first = await get('/', browser);
    const again = await get('/', { ...browser, 'if-none-match': `"other", W/${first.headers.etag}` });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, first.headers.etag, 0]);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(again.headers).not.toHaveProperty('content-length');
  });

  test('tags differ by encoding, and one that the client cannot read does not match', async () => {
    const [br, plain] = [await get('/', browser), await get('/')];
    expect(br.headers.etag).not.toBe(plain.headers.etag);
    const other = await get('/', { 'if-none-match': String(br.headers.etag) });
    expect([other.status, other.text()]).toEqual([200, page]);
    expect((await get('/', { ...browser, 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
  });

  test('a better form swapped in later keeps the 304s of the older ones', async () => {
    const content = Buffer.from(`content ${newId()} `.repeat(200));
    const swap = await makeApp(server, ada.id, { 'a.js': { content, encodings: ['gzip'] } });
    const ask = (headers: object) => visit(server, swap.appId, '/a.js', { ...browser, ...headers });
    const first = await ask({});
    expect(first.headers['content-encoding']).toBe('gzip');
    await keepForm(server.context, content, 'br', encode.br(content));
    const second = await ask({});
    expect(second.headers['content-encoding']).toBe('br');
    await keepForm(server.context, content, 'br', encode.br(content, 11));
    const third = await ask({});
    expect(third.headers.etag).not.toBe(second.headers.etag);
    for (const { headers } of [first, second, third])
      expect((await ask({ 'if-none-match': headers.etag })).status).toBe(304);
  });

  test('other content, or the same content as another type, does not match', async () => {
    const { headers } = await get('/Build/game.loader.js');
    const changed = await makeApp(server, ada.id, {
      'a.js': { content: 'loader!', type: 'text/javascript' },
      'a.txt': { content: 'loader', type: 'text/plain' },
    });
    for (const path of ['/a.js', '/a.txt']) {
      const answer = await visit(server, changed.appId, path, { 'if-none-match': headers.etag });
      expect(answer.status).toBe(200);
    }
  });
});

describe('large files', () => {
  const address = `/_flux/${sha256(data)}/data`;

  test('a stable path leads to the address of its content, or answers 304', async () => {
    const moved = await get('/Build/a%20b.data.br', browser);
    expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([
      307,
      address,
      'no-cache',
    ]);
    const kept = await get('/Build/a%20b.data.br', {
      ...browser,
      'if-none-match': String(moved.headers.etag),
    });
    expect(kept.status).toBe(304);
    const there = await get(address, browser);
    expect(there.headers.etag).toBe(moved.headers.etag);
    expect(there.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get(address)).body.equals(data)).toBe(true);
  });

  test('without a role the path names the content', async () => {
    expect((await get('/intro.mp4')).headers.location).toBe(`/_flux/${sha256(video)}/intro.mp4`);
    expect((await get(`/_flux/${sha256(video)}/intro.mp4`)).body.equals(video)).toBe(true);
  });

  test('an address of another generation goes on leading to the content, as of now', async () => {
    const now = await get(address, browser);
    const other = await get(`/_flux/${sha256(data)}.2/data`, browser);
    expect([other.status, other.headers]).toMatchObject([
      200,
      { etag: now.headers.etag, 'cache-control': now.headers['cache-control'] },
    ]);
    expect(other.body.equals(now.body)).toBe(true);
  });

  test('only content of this app, under its own name, is there', async () => {
    const other = await makeApp(server, ada.id, { 'index.html': { content: 'other', type: 'text/html' } });
    expect((await visit(server, other.appId, address)).status).toBe(404);
    for (const path of [
      `/_flux/${sha256(data)}/wasm`,
      `/_flux/${sha256(page)}/index.html`,
      '/_flux/',
      '/_flux/x',
      `/_flux/${sha256(data)}./data`,
      `/_flux/${sha256(data)}.2.2/data`,
      `/_flux/${sha256(data)}.x/data`,
    ])
      expect((await get(path)).status).toBe(404);
  });

  test('the document starts its parts at once', async () => {
    // By the addresses that its own loader will use, whose redirect the preload follows for it.
    const others =
      '</Build/game.loader.js>; rel=preload; as=script, </Build/game.wasm>; rel=preload; as=fetch; crossorigin';
    const chromium = { ...browser, 'sec-ch-ua': '"Chromium";v="156"' };
    const { headers } = await get('/', chromium);
    expect(headers.link).toBe(`${others}, </Build/a%20b.data.br>; rel=preload; as=fetch; crossorigin`);
    expect((await get('/', browser)).headers.link).toBe(others);
    const again = await get('/', { ...chromium, 'if-none-match': String(headers.etag) });
    expect([again.status, again.headers.link]).toEqual([304, headers.link]);
    expect((await get('/help/')).headers).not.toHaveProperty('link');
  });
});
