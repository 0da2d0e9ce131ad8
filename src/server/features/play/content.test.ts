import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, signIn } from '../../testing/people.ts';
import { request } from '../../testing/request.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { addVersion, encode, keepForm, makeApp, sha256, type TestBuild, visit } from './test-build.ts';

let server: TestServer;
let ada: Person;
let appId: string;
let versionId: string;

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
  'ä ö+%.txt': { content: 'umlauts', type: 'text/plain; charset=utf-8', encodable: true },
};

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  ({ appId, versionId } = await makeApp(server, ada.id, build));
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

  test('what the manifest does not name is a real 404 in plain text', async () => {
    const answer = await get('/Build/missing.js', { accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text()).not.toContain('<');
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
    '/%zz',
    '/%c0%ae%c0%ae/index.html',
    '/%',
    '/./index.html',
    'http://other.test/index.html',
  ])('a hidden or broken path is refused: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    expect(answer.text()).not.toContain('Game');
  });

  test.each(['//index.html', '/index.html/', '/INDEX.html', '/index.html;/', '/__proto__', '/.git/config'])(
    'a path that merely looks alike is missing: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

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

  test('in place of any service worker goes one that answers nothing and leaves', async () => {
    for (const path of ['/Build/game.loader.js', '/ServiceWorker.js', '/']) {
      const answer = await get(path, { 'service-worker': 'script' });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(answer.headers['service-worker-allowed']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text()).toContain('registration.unregister()');
      expect(answer.text()).not.toContain('fetch');
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

  test('only content of this app, under its own name, is there', async () => {
    const other = await makeApp(server, ada.id, { 'index.html': { content: 'other', type: 'text/html' } });
    expect((await visit(server, other.appId, address)).status).toBe(404);
    for (const path of [
      `/_flux/${sha256(data)}/wasm`,
      `/_flux/${sha256(page)}/index.html`,
      '/_flux/',
      '/_flux/x',
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

describe('versions', () => {
  const asPage = { accept: 'text/html,*/*' };
  let updated: Awaited<ReturnType<typeof makeApp>>;
  let second: string;
  const ask = (path: string, headers: object = {}) => visit(server, updated.appId, path, { ...headers });
  const origin = () => `http://${updated.appId}.flux.localhost:${server.port}`;

  beforeAll(async () => {
    const make = (n: number): TestBuild => ({
      'index.html': { content: `page ${n}`, type: 'text/html' },
      'a.js': { content: `script ${n}`, type: 'text/javascript' },
      'style.css': { content: `style ${n}`, type: 'text/css' },
      'Build/a.worker.js': { content: `worker ${n}`, type: 'application/javascript', role: 'worker' },
      'big.data': { content: Buffer.alloc(70_000, `data ${n}`), role: 'data' },
    });
    updated = await makeApp(server, ada.id, make(1));
    expect((await ask('/')).text()).toBe('page 1');
    second = await addVersion(server, { appId: updated.appId, ownerId: ada.id }, make(2));
  });

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
    expect((await ask(`/?v=${first}_123_abc`, asPage)).text()).toBe('page 1');
    expect((await ask('/a.js', { referer: `${origin()}/?v=${first}` })).text()).toBe('script 1');
    expect((await ask('/a.js', { referer: `${origin()}/?v=${second}` })).text()).toBe('script 2');
    expect((await ask('/a.js', { referer: `http://other.test/?v=${first}` })).text()).toBe('script 2');
  });

  test('the cookie of the document speaks for requests that do not name a page, and never for a new page', async () => {
    const document = await ask(`/?v=${updated.versionId}`, asPage);
    const cookie = String(document.headers['set-cookie']).split(';')[0];
    expect(document.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
    expect((await ask('/a.js', { cookie, referer: `${origin()}/style.css` })).text()).toBe('script 1');
    for (const opened of [asPage, { 'sec-fetch-dest': 'iframe' }])
      expect((await ask('/', { ...opened, cookie })).headers.location).toBe(`/?v=${second}`);
  });

  test('where no cookie speaks for it, a stylesheet or a worker is led to an address that names its page’s version', async () => {
    const first = updated.versionId;
    const page = (n: string) => ({ referer: `${origin()}/?v=${n}` });
    for (const [path, kind, leadsTo] of [
      ['/style.css', 'style', `/style.css?v=${first}`],
      ['/style.css?dark', 'style', `/style.css?dark&v=${first}`],
      ['/a.js', 'worker', `/a.js?v=${first}`],
      ['/a.js', 'sharedworker', `/a.js?v=${first}`],
    ] as const) {
      const asked = { ...page(first), 'sec-fetch-dest': kind };
      const answer = await ask(path, asked);
      expect([answer.status, answer.headers.location]).toEqual([302, leadsTo]);
      const other = { ...asked, cookie: `__Host-flux-version=${second}` };
      expect((await ask(path, other)).headers.location).toBe(leadsTo);
      for (const [again, headers] of [
        [leadsTo, asked],
        [path, { ...asked, cookie: `__Host-flux-version=${first}` }],
      ] as const)
        expect((await ask(again, headers)).text()).toMatch(/^(style|script) 1$/);
      const inTurn = { referer: `${origin()}${leadsTo}`, 'sec-fetch-dest': 'font' };
      expect((await ask('/a.js', inTurn)).text()).toBe('script 1');
    }
    for (const [path, kind, text] of [
      ['/a.js', 'script', 'script 1'],
      ['/style.css?v=3', 'style', 'style 1'],
      // Unity's own worker asks for nothing by itself, and its page for the same address.
      ['/Build/a.worker.js', 'worker', 'worker 1'],
    ] as const)
      expect((await ask(path, { ...page(first), 'sec-fetch-dest': kind })).text()).toBe(text);
    expect((await ask('/none.css', { ...page(first), 'sec-fetch-dest': 'style' })).status).toBe(404);
    expect((await ask('/style.css', { ...page(newId()), 'sec-fetch-dest': 'style' })).status).toBe(404);
  });

  test('what is no version of this app is ignored', async () => {
    for (const version of [newId(), versionId, 'x', '', '%00'])
      expect((await ask(`/?v=${version}`)).text()).toBe('page 2');
  });

  test('content of an earlier version stays at its address', async () => {
    const old = Buffer.alloc(70_000, 'data 1');
    expect((await ask(`/_flux/${sha256(old)}/data`)).body.equals(old)).toBe(true);
  });
});
