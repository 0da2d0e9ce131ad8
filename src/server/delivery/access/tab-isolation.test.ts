import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../testing/http/request.ts';
import { signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp, type TestBuild, visit } from '../test-build.ts';

/** Builds with threads, in browsers that isolate a page by Document-Isolation-Policy and in all others. */

const html = 'text/html; charset=utf-8';
const build: TestBuild = {
  'index.html': { content: '<!doctype html>', type: html },
  'inside.html': { content: '<!doctype html>', type: html },
  'Build/a.worker.js': { content: '1', type: 'application/javascript', role: 'worker' },
  'Build/a.wasm': { content: '1', type: 'application/wasm', role: 'wasm' },
};
const names = ['document-isolation-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy'];
const saidBy = ({ headers }: Answer) => names.map((name) => headers[name]);

let server: TestServer;
let threaded: Awaited<ReturnType<typeof makeApp>>;
let plain: typeof threaded;
beforeAll(async () => {
  server = await startServer();
  const ada = await signIn(server, 'ada');
  threaded = await makeApp(server, ada.id, build, { report: { threads: true } });
  plain = await makeApp(server, ada.id, build);
});
afterAll(() => server.close());

const policy = 'isolate-and-credentialless';
/** Said all the same: a browser keeps of an earlier answer what a 304 leaves out. */
const none = ['unsafe-none', 'unsafe-none'];
const chromium = { 'sec-ch-ua': '"Chromium";v="137"', 'sec-ch-ua-mobile': '?0' };
const inTab = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const inFrame = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };
const open = (app: typeof threaded, headers: object, path = '/') =>
  visit(server, app.appId, `${path}?v=${app.versionId}`, { ...headers });
const ownPage = () => `http://${threaded.appId}.flux.localhost:${server.port}/?v=${threaded.versionId}`;

test.each([
  ['Firefox or Safari, in a tab of its own', inTab, [policy, 'same-origin', 'require-corp']],
  ['Firefox or Safari, in the player', inFrame, [policy, ...none]],
  ['Chromium, in a tab', { ...inTab, ...chromium }, [policy, ...none]],
  [
    'Chromium before it knew the policy, in a tab',
    { ...inTab, ...chromium, 'sec-ch-ua': '"Chromium";v="136"' },
    [policy, 'same-origin', 'require-corp'],
  ],
  [
    'Chromium of a phone, in a tab',
    { ...inTab, ...chromium, 'sec-ch-ua-mobile': '?1' },
    [policy, 'same-origin', 'require-corp'],
  ],
])('a page with threads in %s', async (_where, headers, said) => {
  const first = await open(threaded, headers);
  expect([first.status, ...saidBy(first)]).toEqual([200, ...said]);
  const again = await open(threaded, { ...headers, 'if-none-match': String(first.headers.etag) });
  expect([again.status, ...saidBy(again)]).toEqual([304, ...said]);
});

test('a page that is isolated with its tab is sandboxed in it', async () => {
  const { headers } = await open(threaded, inTab);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts /);
});

test('a page inside of such a page is isolated with it', async () => {
  const framed = await open(threaded, { ...inFrame, referer: ownPage() }, '/inside.html');
  expect(saidBy(framed)).toEqual([policy, 'unsafe-none', 'require-corp']);
});

test('its workers run in either, and what is no script says nothing', async () => {
  const path = (file: string) => visit(server, threaded.appId, `/Build/${file}`, { referer: ownPage() });
  expect(saidBy(await path('a.worker.js'))).toEqual([policy, undefined, 'require-corp']);
  expect(saidBy(await path('a.wasm'))).toEqual([undefined, undefined, undefined]);
});

test('a build without threads may show what it likes, and says so by value', async () => {
  for (const headers of [inTab, inFrame])
    expect(saidBy(await open(plain, headers))).toEqual(['none', ...none]);
  expect(saidBy(await visit(server, plain.appId, '/Build/a.worker.js'))).toEqual(Array(3));
});
