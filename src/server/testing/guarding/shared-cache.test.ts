import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSession } from '#shared/accounts/accounts.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { makeApp, sha256, type TestBuild, visit } from '../../delivery/test-build.ts';
import { type Answer, request } from '../http/request.ts';
import { type CacheRequest, SharedCache } from '../http/shared-cache.ts';
import { type Person, signIn } from '../people/people.ts';
import { startServer, type TestServer } from '../servers/server.ts';

let server: TestServer;
let ada: Person;
let bea: Person;
/** A possible request and its cookies. */
let addresses: { host: string; path: string; cookies: (string | undefined)[] }[];

/** A suffix that looks like a static file to a cache, and that a lenient server ignores. */
const deceptive = '/x.css';
const data = Buffer.concat([Buffer.alloc(90_000, 'data'), randomBytes(30_000)]);
const makeBuild = (text: string): TestBuild => ({
  'index.html': {
    content: `<title>${text}</title>`.repeat(50),
    type: 'text/html',
    encodings: ['gzip', 'br'],
  },
  'a.js': { content: `script of ${text}\n`.repeat(50), type: 'text/javascript', encodings: ['gzip', 'br'] },
  'own.gz': { content: `raw ${text}`, type: 'application/gzip' },
  'Build/game.data': { content: data, role: 'data', encodings: ['gzip', 'br'] },
});

beforeAll(async () => {
  server = await startServer();
  [ada, bea] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bea')]);
  const open = await makeApp(server, ada.id, makeBuild('open'));
  const closed = await makeApp(server, ada.id, makeBuild('closed'), { isPublic: false });
  const { host } = new URL(server.context.config.publicUrl);
  const people = [undefined, ada.cookie, bea.cookie];
  const own = [
    // Pages and lists with links to Flux itself in them.
    '/',
    '/sitemap.xml',
    '/nowhere',
    getSession.path,
    listApplications.path,
    ...[open, closed].flatMap(({ appId }) => [
      getApplication.path.replace('{id}', appId),
      `/play/${appId}`,
      `/serve/${appId}`,
      `/api/applications/${appId}/download`,
      `/serve/${appId}${deceptive}`,
    ]),
    getSession.path + deceptive,
    listApplications.path + deceptive,
    `/serve/${closed.appId}?key=${closed.shareKey}`,
  ].map((path) => ({ host, path, cookies: people }));
  const grant = await grantOf(closed.appId);
  const content = [open, closed].flatMap(({ appId, versionId }) =>
    [
      '/',
      `/?v=${versionId}`,
      '/a.js',
      '/own.gz',
      '/missing',
      '/Build/game.data',
      `/_flux/${sha256(data)}/data`,
    ].map((path) => ({ host: `${appId}.${host}`, path, cookies: [undefined, grant] })),
  );
  addresses = [...own, ...content];
});
afterAll(() => server.close());

async function grantOf(appId: string): Promise<string> {
  const { pathname, search } = new URL(String((await ada.fetch(`/serve/${appId}`)).headers.location));
  const entered = await visit(server, appId, pathname + search);
  return String(entered.headers['set-cookie']).split(';')[0] ?? '';
}

const ranges = [undefined, 'bytes=0-4', 'bytes=-6'];
const encodings = ['', 'gzip', 'br', 'gzip, deflate, br', 'gzip;q=0.5, br;q=0', 'identity'];
const decoders: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

/** The content of a response without variable parts: tickets in addresses, and nonces of pages. */
function readAs({ status, headers, body }: Answer, accepted: string) {
  const { 'content-encoding': encoding, location } = headers;
  if (encoding !== undefined) expect(accepted.replace(/br;q=0$/, '')).toContain(encoding);
  const text = (encoding === undefined ? body : decoders[encoding]?.(body))?.toString('latin1');
  return {
    status,
    type: headers['content-type'],
    text: text?.replace(/nonce="[^"]*"/g, ''),
    location: location?.replace(/ticket=.*/, ''),
  };
}

/** The whole instead of a part, which cannot be decompressed alone. */
async function completed(answer: Answer, { path, headers }: CacheRequest): Promise<Answer> {
  if (answer.status !== 206) return answer;
  const { 'content-encoding': encoding = 'identity', 'content-range': range = '' } = answer.headers;
  const whole = await request(server, path, {
    headers: { ...headers, range: undefined, 'accept-encoding': encoding },
  });
  const [start = 0, end = 0, size] = range.match(/\d+/g)?.map(Number) ?? [];
  const expected = [whole.headers['content-encoding'] ?? 'identity', whole.body.length];
  expect([encoding, size]).toEqual(expected);
  expect(answer.body).toEqual(whole.body.subarray(start, end + 1));
  return { ...whole, status: 206 };
}

test('a shared cache serves the same to all users', async () => {
  const cache = new SharedCache(server);
  const asked = fc.record({
    index: fc.nat({ max: 1_000_000 }),
    who: fc.nat({ max: 2 }),
    accepted: fc.constantFrom(...encodings),
    range: fc.constantFrom(...ranges),
    // What an attacker hopes to find in links that others are given then.
    forwardedHost: fc.constantFrom(undefined, 'attacker.example'),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ index, who, accepted, range, forwardedHost }) => {
      const address = addresses[index % addresses.length] as (typeof addresses)[number];
      const { host, path, cookies } = address;
      const headers: CacheRequest['headers'] = {
        host,
        origin: undefined,
        'sec-fetch-site': 'same-origin',
        'accept-encoding': accepted,
        'x-forwarded-host': forwardedHost,
        range,
        cookie: cookies[who % cookies.length],
      };
      const read = async (answer: Answer) => readAs(await completed(answer, { path, headers }), accepted);
      const shared = await read(await cache.get({ path, headers }));
      const direct = await read(await request(server, path, { headers }));
      if (path.endsWith(deceptive)) expect([path, direct.status]).toEqual([path, 404]);
      expect(JSON.stringify(shared)).not.toContain('attacker.example');
      expect([host, path, who, shared]).toEqual([host, path, who, direct]);
    }),
    // The cached content matters, so a failure is reproduced by the same sequence of requests only.
    { numRuns: 1_000, seed: 59, endOnFailure: true },
  );
  expect(cache.hits).toBeGreaterThan(100);
});
