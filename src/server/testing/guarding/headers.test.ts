import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiPath } from '#shared/contract/openapi.ts';
import { deniedFeatures } from '#shared/play/game-features.ts';
import { sendRaw } from '../http/raw.ts';
import { addApp } from '../people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, pathOf } from './objects.ts';
import { isUnsafe, nameOf, type Route, startServerWithRoutes } from './routes.ts';

const year = 'max-age=31536000';
const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** The headers of all responses of Flux's own host. */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};
/** Responses that are neither pages nor files: no scripts, no caching. */
const plain = {
  ...always,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
};

describe.each([
  ['http://flux.localhost', 'http://*.flux.localhost'],
  ['https://flux.example', 'https://*.play.flux.example'],
])('on %s', (publicUrl, contentOrigins) => {
  let server: TestServer;
  let routes: Route[];
  let ada: Person;
  let anyone: Visitor;
  let web: string;
  let own: string;
  let content: string;
  const isSecure = publicUrl.startsWith('https:');

  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'flux-web-'));
    await mkdir(join(web, 'assets'));
    await writeFile(join(web, 'index.html'), '<script nonce="__CSP_NONCE__">0</script>');
    await writeFile(join(web, 'notes.txt'), 'Notes');
    await writeFile(join(web, 'assets/main-abc.js'), '0');
    const env: Record<string, string> = isSecure
      ? { FLUX_PUBLIC_URL: publicUrl, FLUX_CONTENT_ORIGIN: contentOrigins.replace('*', '{app}') }
      : {};
    const rateLimits = {
      apiPerAddress: 1e9,
      apiPerAccount: 1e9,
      signInPerAddress: 1e9,
      signInPerNetwork: 1e9,
      signIn: 1e9,
      uploadsPerAccount: 0,
    };
    ({ server, routes } = await startServerWithRoutes({
      env,
      webFolder: web,
      rateLimits,
      log: () => {},
    }));
    ada = await signIn(server, 'ada');
    anyone = visitor(server);
    own = server.context.config.publicUrl;
    content = isSecure ? contentOrigins : `${contentOrigins}:${server.port}`;
  });
  afterAll(async () => {
    await server.close();
    await rm(web, { recursive: true });
  });

  const transport = isSecure ? { 'strict-transport-security': year } : {};

  /** What protects, of all that came. */
  function protection(headers: NodeJS.Dict<string | string[]>) {
    const passed =
      /^(date|connection|keep-alive|transfer-encoding|content-length|location|allow|etag|retry-after|link|flux-time|tus-.*)$/;
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !passed.test(name)));
  }

  test('every route has the headers of its class, for visitors and users', async () => {
    // Some routes end the session, so each has a new one.
    for (const route of routes)
      for (const who of [anyone, await signIn(server, 'eve', { role: 'admin' })]) {
        const path = pathOf(route, (await ownedBy(server, ada, route)) ?? undefined);
        const answer = await who.fetch(path, {
          method: route.method,
          ...(isUnsafe(route) ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
        });
        const { 'content-type': type, 'set-cookie': _cookies, ...rest } = protection(answer.headers);
        const name = [nameOf(route), answer.status];
        if (route.url.startsWith('/embed/') && type === html) expectFramedPage(name, rest);
        // The address of a callback contains a code.
        else if (type === html)
          expectPage([...name], rest, isSignIn(route) ? 'no-referrer' : 'strict-origin-when-cross-origin');
        else {
          const crawled = forCrawlers.get(route.url);
          const isDownload = String(rest['content-disposition']).startsWith('attachment; ');
          const expectedType = crawled ? type === crawled.type : type === json || type === undefined;
          expect([...name, isDownload || expectedType]).toEqual([...name, true]);
          // What leads on to a build may carry a share key or a ticket.
          const leading = answer.status === 302 && !isSignIn(route);
          const expected = {
            ...plain,
            ...transport,
            ...(leading && { 'referrer-policy': 'no-referrer' }),
            // The same for all users, revalidated by ETag.
            ...(route.url === openApiPath && { 'cache-control': 'no-cache', vary: 'Accept-Encoding' }),
            ...(crawled && { 'cache-control': crawled.cached }),
            ...(answer.status === 401 &&
              route.endpoint?.bearer && { 'www-authenticate': 'Bearer realm="Flux"' }),
          };
          expect([...name, withoutDisposition(rest)]).toEqual([...name, expected]);
        }
      }
  });

  /** The same for all users, public content only. */
  const forCrawlers = new Map([
    ['/robots.txt', { type: 'text/plain; charset=utf-8', cached: 'public, max-age=3600' }],
    ['/sitemap.xml', { type: 'application/xml; charset=utf-8', cached: 'public, max-age=600' }],
  ]);

  const isSignIn = ({ url }: { url: string }) => url.startsWith('/auth/');

  /** A page that is made to stand in a frame of others, and so is closed in every other way. */
  function expectFramedPage(name: unknown[], headers: Record<string, unknown>): void {
    const policy = String(headers['content-security-policy']);
    expect([...name, policy.includes("default-src 'none'"), policy.includes('unsafe')]).toEqual([
      ...name,
      true,
      false,
    ]);
    expect([...name, headers]).toEqual([
      ...name,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...transport,
      }),
    ]);
  }

  const withoutDisposition = ({ 'content-disposition': _, ...rest }: Record<string, unknown>) => rest;

  function expectPage(
    name: unknown[],
    headers: Record<string, unknown>,
    referrer: string,
    vary = 'Cookie',
  ): void {
    const { 'content-security-policy': policy, 'permissions-policy': permissions, ...rest } = headers;
    expect([...name, rest]).toEqual([
      ...name,
      {
        ...always,
        ...transport,
        'referrer-policy': referrer,
        'origin-agent-cluster': '?1',
        'cache-control': 'no-store',
        vary,
      },
    ]);
    const nonce = /'nonce-([\w+/=-]+)'/.exec(String(policy))?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    const directives = String(policy).replaceAll(nonce, 'N').split('; ');
    expect([...name, directives.sort()]).toEqual([
      ...name,
      [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        `frame-src 'self' ${content}`,
        `img-src 'self' data: blob: ${content}`,
        "manifest-src 'self'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        "script-src 'nonce-N' 'strict-dynamic'",
        "style-src 'self' 'nonce-N'",
        "worker-src 'self'",
      ],
    ]);
    const features = String(permissions).split(', ');
    // The page itself films the tab for a thumbnail; no frame in it may.
    const filming = 'display-capture';
    expect(features).toContain(`${filming}=(self)`);
    for (const feature of deniedFeatures.filter((each) => each !== filming))
      expect(features).toContain(`${feature}=()`);
    const granted = features.filter((each) => !each.endsWith('=()') && !each.startsWith(filming));
    for (const each of granted) expect(each).toMatch(/^[a-z-]+=\(self "https?:\/\/\*\.[^" ]+"\)$/);
  }

  test.each([
    ['/', 200, 'strict-origin-when-cross-origin'],
    ['/upload', 200, 'strict-origin-when-cross-origin'],
    ['/play/abc?key=secret', 200, 'no-referrer'],
    ['/nowhere', 404, 'strict-origin-when-cross-origin'],
    ['/nowhere/at/all', 404, 'strict-origin-when-cross-origin'],
  ])('the page %s (%i)', async (path, status, referrer) => {
    for (const who of [anyone, await signIn(server, 'ada')]) {
      const answer = await who.fetch(path, { headers: { accept: 'text/html' } });
      const { 'content-type': type, ...rest } = protection(answer.headers);
      expect([answer.status, type]).toEqual([status, html]);
      expectPage([path], rest, referrer, 'Cookie, Accept-Encoding');
    }
  });

  test.each([
    ['/assets/main-abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/notes.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ])('the file %s', async (path, type, cacheControl) => {
    const answer = await anyone.fetch(path);
    expect(protection(answer.headers)).toEqual({
      ...plain,
      ...transport,
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
    });
  });

  const body = (text: string, type = 'application/json') => ({
    method: 'POST',
    headers: { 'content-type': type },
    body: text,
  });
  const change = '/api/session/end';
  const refusals: [number, string, string, Parameters<Visitor['fetch']>[1]?][] = [
    [400, 'bad JSON', change, body('{')],
    [400, 'a field that is not known', change, body('{"role":"admin"}')],
    [400, 'an address that reads in two ways', '/api/a%2fb'],
    [401, 'nobody signed in', '/api/uploads'],
    [403, 'another site', change, { ...body('{}'), headers: { 'sec-fetch-site': 'cross-site' } }],
    [403, 'a service worker', '/sw.js', { headers: { 'service-worker': 'script' } }],
    [404, 'nothing there', '/api/nothing'],
    [404, 'no such app', '/serve/nothing'],
    [404, 'no such file', '/assets/nothing.js'],
    [405, 'another method', change, {}],
    [405, 'another method on a page', '/faq', { method: 'POST' }],
    [413, 'a body too long', change, body(`"${'x'.repeat(1_100_000)}"`)],
    [415, 'another type', change, body('{}', 'text/plain')],
    [421, 'another host', '/', { headers: { host: 'evil.test' } }],
  ];
  test.each(refusals)('%i: %s', async (status, _why, path, init) => {
    const answer = await anyone.fetch(path, init);
    expect(answer.status).toBe(status);
    expect(protection(answer.headers)).toEqual({ ...plain, ...transport, 'content-type': json });
    expect(answer.json()).toMatchObject({ success: false });
    if (status === 405) expect(answer.headers.allow).toBeTruthy();
  });

  test('404: no game to play, as a page without scripts that Flux’s player may frame', async () => {
    const answer = await anyone.fetch('/serve/nothing', { headers: { accept: 'text/html' } });
    const { 'content-security-policy': policy, ...rest } = protection(answer.headers);
    const { 'content-security-policy': _stricter, ...expected } = plain;
    expect([answer.status, rest]).toEqual([404, { ...expected, ...transport, 'content-type': html }]);
    expect(String(policy).replace(/'sha256-[\w+/]{43}='/, 'hash')).toBe(
      "default-src 'none'; style-src hash; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });

  test('429: too many requests', async () => {
    const eve = await signIn(server, 'eve');
    const answer = await eve.fetch('/api/uploads', { method: 'POST' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(protection(answer.headers)).toEqual({ ...plain, ...transport, 'content-type': json });
    expect(answer.json()).toMatchObject({ success: false, code: 'too_many_requests' });
  });

  test('307: another name of this machine', async () => {
    const answer = await anyone.fetch('/', { headers: { host: `localhost:${server.port}` } });
    expect([answer.status, answer.headers.location]).toEqual([307, `${own}/?flux-redirected=1`]);
    expect(protection(answer.headers)).toEqual({ ...plain, ...transport });
  });

  test('500: a server error without details', async () => {
    const { pool } = server.context;
    await addApp(server, ada, { isPublic: true });
    await pool.query('alter table apps rename to hidden_apps');
    try {
      const answer = await anyone.fetch('/api/applications');
      expect(answer.status).toBe(500);
      expect(protection(answer.headers)).toEqual({ ...plain, ...transport, 'content-type': json });
      expect(answer.json()).toEqual({
        success: false,
        code: 'internal',
        error: 'Something went wrong on our side. Please try again.',
      });
    } finally {
      await pool.query('alter table hidden_apps rename to apps');
    }
  });

  test.each([
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', {}],
    [
      431,
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: a=${'x'.repeat(800_000)}\r\n\r\n`,
      { 'content-type': html, 'clear-site-data': '"cookies"' },
    ],
  ])('%i: invalid HTTP', async (status, bytes, more) => {
    const answer = await sendRaw(server, bytes);
    expect([answer.status, answer.headers.connection]).toEqual([status, 'close']);
    expect(protection(answer.headers)).toEqual({ ...plain, ...transport, ...more });
  });

  test('no response allows another origin to read it', async () => {
    for (const path of ['/', '/api/session', '/assets/main-abc.js', '/api/nothing'])
      for (const origin of ['https://evil.test', 'null', own]) {
        const answer = await anyone.fetch(path, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
        const preflight = await anyone.fetch(path, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'DELETE' },
        });
        for (const { headers } of [answer, preflight])
          expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
  });
});
