import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSession } from '#shared/accounts.ts';
import { getApplication, listApplications } from '#shared/apps.ts';
import { makeApp, sha256, type TestBuild, visit } from '../../features/play/test-build.ts';
import { type Person, signIn } from '../people.ts';
import { type Answer, request } from '../request.ts';
import { startServer, type TestServer } from '../server.ts';
import { type Asked, SharedCache } from '../shared-cache.ts';

let server: TestServer;
let ada: Person;
let bea: Person;
/** What somebody may ask for, and with which cookies. */
let addresses: { host: string; path: string; cookies: (string | undefined)[] }[];

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
    '/nowhere',
    getSession.path,
    listApplications.path,
    ...[open, closed].flatMap(({ appId }) => [
      getApplication.path.replace('{id}', appId),
      `/serve/${appId}`,
      `/api/applications/${appId}/download`,
    ]),
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

const encodings = ['', 'gzip', 'br', 'gzip, deflate, br', 'gzip;q=0.5, br;q=0', 'identity'];
const decoders: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

/** What somebody makes of an answer; addresses that are led to hold tickets, which differ each time. */
function readAs({ status, headers, body }: Answer, accepted: string) {
  const { 'content-encoding': encoding, location } = headers;
  if (encoding !== undefined) expect(accepted.replace(/br;q=0$/, '')).toContain(encoding);
  const text = (encoding === undefined ? body : decoders[encoding]?.(body))?.toString('latin1');
  return { status, type: headers['content-type'], text, location: location?.replace(/ticket=.*/, '') };
}

test('what a cache that many share keeps is the same for each of them', async () => {
  const cache = new SharedCache(server);
  const asked = fc
    .tuple(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(...encodings),
    )
    .map(([index, who, accepted]) => ({ index, who, accepted }));
  await fc.assert(
    fc.asyncProperty(asked, async ({ index, who, accepted }) => {
      const address = addresses[index % addresses.length] as (typeof addresses)[number];
      const { host, path, cookies } = address;
      const headers: Asked['headers'] = {
        host,
        origin: undefined,
        'sec-fetch-site': 'same-origin',
        'accept-encoding': accepted,
        cookie: cookies[who % cookies.length],
      };
      const [shared, direct] = [await cache.get({ path, headers }), await request(server, path, { headers })];
      expect([host, path, who, readAs(shared, accepted)]).toEqual([
        host,
        path,
        who,
        readAs(direct, accepted),
      ]);
    }),
    { numRuns: 1_000 },
  );
  expect(cache.hits).toBeGreaterThan(100);
});
