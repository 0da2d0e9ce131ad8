import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { Theme } from '#shared/apps/themes.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { heard, makeApp, sha256, type TestBuild, visit } from '../../test-build.ts';

let server: TestServer;
let ada: Person;
let unity: Awaited<ReturnType<typeof makeApp>>;
let web: Awaited<ReturnType<typeof makeApp>>;

const ownPage = '<!doctype html><title>Of the creator</title>';
const html = 'text/html; charset=utf-8';
const data = Buffer.alloc(100_000, 'data');
const part = (role: 'loader' | 'framework' | 'data' | 'wasm', path: string) =>
  ({ role, path, bytes: 1, storedBytes: 1, encoding: 'identity' }) as const;
const parts = [
  part('loader', 'Build/a.loader.js'),
  part('framework', 'Build/a.framework.js'),
  part('data', 'Build/a.data'),
  part('wasm', 'Build/a.wasm'),
];
const unityFiles: TestBuild = {
  'index.html': { content: ownPage, type: html },
  'Build/a.loader.js': { content: 'loader', type: 'text/javascript', role: 'loader' },
  'Build/a.framework.js': { content: 'framework', type: 'text/javascript', role: 'framework' },
  'Build/a.data': { content: data, role: 'data' },
  'Build/a.wasm': { content: 'wasm', type: 'application/wasm', role: 'wasm' },
};
const unityReport: Partial<BuildReport> = {
  kind: 'unity',
  loader: 'createUnityInstance',
  template: 'default',
  productName: 'Pong',
  parts,
};

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  unity = await makeApp(server, ada.id, unityFiles, { report: unityReport });
  web = await makeApp(server, ada.id, { 'index.html': { content: ownPage, type: html } });
});
afterAll(() => server.close());

async function change(appId: string, fields: { theme?: Theme; name?: string }): Promise<void> {
  const { context } = server;
  await context.db.transaction().execute(async (trx) => {
    await trx.updateTable('apps').set(fields).where('id', '=', appId).execute();
    await announce<Tables>(trx, { kind: 'app', id: appId });
  });
  await heard(context, appId);
}

const get = (app: { appId: string; versionId: string }, path: string, headers = {}) =>
  visit(server, app.appId, path.replace('V', `v=${app.versionId}`), headers);

describe('a stock page', () => {
  test('is served as its creator made it, until a theme is chosen, and again after', async () => {
    expect((await get(unity, '/?V')).text()).toBe(ownPage);
    await change(unity.appId, { theme: 'dark' });
    const themed = await get(unity, '/?V');
    expect(themed.text()).toContain('data-look="dark"');
    expect(themed.text()).toContain('"isolation":"origin"');
    expect((await get(unity, '/index.html?V')).text()).toBe(themed.text());
    await change(unity.appId, { theme: 'vanilla' });
    expect((await get(unity, '/?V')).text()).toBe(ownPage);
  });

  test('is replaced by one under the same headers, with its data started ahead', async () => {
    const own = await get(unity, '/?V');
    await change(unity.appId, { theme: 'modern' });
    const { status, headers } = await get(unity, '/?V', { 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    for (const name of ['content-type', 'content-security-policy', 'permissions-policy', 'cache-control'])
      expect(headers[name]).toBe(own.headers[name]);
    expect(headers.link).toContain(`_flux/${sha256(data)}/data`);
    expect(headers['set-cookie']).toEqual(own.headers['set-cookie']);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  });

  test('is known again by its tag until theme or name change', async () => {
    await change(unity.appId, { theme: 'gaming' });
    const first = await get(unity, '/?V', { 'accept-encoding': 'gzip, br' });
    const tag = { 'accept-encoding': 'gzip, br', 'if-none-match': String(first.headers.etag) };
    const again = await get(unity, '/?V', tag);
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    await change(unity.appId, { theme: 'corporate' });
    expect((await get(unity, '/?V', tag)).status).toBe(200);
    await change(unity.appId, { theme: 'gaming', name: 'Pong 2' });
    const renamed = await get(unity, '/?V', { ...tag, 'accept-encoding': 'gzip' });
    expect(renamed.status).toBe(200);
    expect(gunzipSync(renamed.body).toString()).toContain('<title>Pong 2</title>');
    const head = await visit(server, unity.appId, `/?v=${unity.versionId}`, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
  });
});

describe('a page of another kind', () => {
  test('is framed at the root and untouched at its own addresses', async () => {
    await change(web.appId, { theme: 'minimal' });
    const frame = await get(web, '/?V');
    expect(frame.text()).toContain('<iframe id="flux-frame"');
    expect(frame.headers.link).toBeUndefined();
    expect((await get(web, '/?V&flux-framed=1')).text()).toBe(ownPage);
    expect((await get(web, '/index.html?V')).text()).toBe(ownPage);
  });
});

describe('a page in a frame of ours', () => {
  const inFrame = (askedFrom: string) => ({
    accept: 'text/html',
    'sec-fetch-dest': 'iframe',
    referer: `http://${web.appId}.flux.localhost:${server.port}${askedFrom.replace('V', `v=${web.versionId}`)}`,
  });
  const framed = '/?V&flux-framed=1';

  test.each([
    ['/', framed, '/?V&flux-framed=1'],
    ['/?V', framed, '/?V&flux-framed=1'],
    ['/?level=2', framed, '/?level=2&V&flux-framed=1'],
    ['/', '/levels/one.html', '/?V&flux-framed=1'],
  ])('that leads it to %s, from %s, gets itself', async (path, from, to) => {
    await change(web.appId, { theme: 'minimal' });
    const { status, headers } = await get(web, path, inFrame(from));
    const [wanted, location] = [
      to.replace('V', `v=${web.versionId}`),
      new URL(headers.location ?? '', 'http://a'),
    ];
    expect([status, location.pathname + location.search]).toEqual([302, wanted]);
    expect((await get(web, to, inFrame(from))).text()).toBe(ownPage);
  });

  test('leads to ours what another site or a tab opens', async () => {
    await change(web.appId, { theme: 'minimal' });
    for (const headers of [
      { ...inFrame(framed), 'sec-fetch-dest': 'document' },
      { ...inFrame(framed), referer: 'http://flux.localhost/play/a' },
      { ...inFrame(framed), referer: undefined },
    ])
      expect((await get(web, '/?V', headers)).text()).toContain('<iframe id="flux-frame"');
  });

  test('does not get it where the page is replaced', async () => {
    await change(unity.appId, { theme: 'minimal' });
    expect((await get(unity, '/?V', inFrame(framed))).status).toBe(200);
  });
});

describe('a build without a page', () => {
  test('gets one, also where its creator chose none; a lone part says why it cannot be played', async () => {
    const { 'index.html': _page, ...files } = unityFiles;
    const bare = await makeApp(server, ada.id, files, {
      report: { ...unityReport, template: 'none', pageMade: true },
    });
    for (const path of ['/?V', '/index.html?V'])
      expect((await get(bare, path)).text()).toContain('data-look="minimal" data-stage="instance"');
    const warnings = [{ code: 'not_playable', message: 'What is missing: the <loader>.' }];
    const lone = await makeApp(server, ada.id, files, {
      report: { ...unityReport, kind: 'part', template: 'none', pageMade: true, warnings },
    });
    expect((await get(lone, '/?V')).text()).toContain('<p>What is missing: the &lt;loader&gt;.</p>');
  });
});

test('nobody is shown the page of a private app without a grant, whatever its theme', async () => {
  const hidden = await makeApp(server, ada.id, unityFiles, { isPublic: false, report: unityReport });
  await change(hidden.appId, { theme: 'modern' });
  expect((await get(hidden, '/?V')).status).toBe(404);
});
