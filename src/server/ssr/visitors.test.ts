import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateApplication } from '#shared/apps/apps.ts';
import { request } from '../testing/http/request.ts';
import { addApp } from '../testing/people/apps.ts';
import { type Person, signIn } from '../testing/people/people.ts';
import { startServer, type TestServer } from '../testing/servers/server.ts';

/** Renders the responses of the API and nothing else. */
const pages = `
const one = (url, ...key) => ({ url, key, paged: false })
export const queriesFor = (path) => {
  const id = /^\\/play\\/(.*)$/.exec(path)?.[1]
  if (id) return [one('/api/session', 'session'), one('/api/applications/' + id, 'app')]
  return path === '/' ? [one('/api/session', 'session'), { url: '/api/applications', key: ['list'], paged: true }] : null
}
export const render = (path, { results }) => '<main>rendered: ' + JSON.stringify(results).replaceAll('<', '&lt;') + '</main>'
`;
const styles = 'main { color: red }';
const page = `<meta name="description" content="Any." /><title>Flux</title>
<script type="module" crossorigin src="/assets/index.js" nonce="__CSP_NONCE__"></script>
<link rel="modulepreload" crossorigin href="/assets/runtime.js" nonce="__CSP_NONCE__">
<link rel="stylesheet" crossorigin href="/assets/index.css" nonce="__CSP_NONCE__">
</head><body><div id="root">waiting</div>
    <noscript></noscript>`;
let folder: string;
let server: TestServer;
let ada: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-ssr-'));
  for (const name of ['web', 'web-server']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'web/index.html'), page);
  await mkdir(join(folder, 'web/assets'));
  await writeFile(join(folder, 'web/assets/index.css'), styles);
  await writeFile(join(folder, 'web-server/pages.js'), pages);
  server = await startServer({ webFolder: join(folder, 'web') });
  ada = await signIn(server, 'ada');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const read = async (path: string, cookie?: string) => {
  const answer = await request(server, path, { headers: cookie ? { cookie } : {} });
  expect(answer.status).toBe(200);
  return answer.text();
};

test('a visitor reads the name and description of a public game without scripts', async () => {
  const app = await addApp(server, ada, { name: 'Tide Pools', description: 'Low water.', isPublic: true });
  for (const path of [`/play/${app.id}`, '/', `/play/${app.id}?utm_source=letter`]) {
    const body = (await read(path)).split('<div id="root">')[1] ?? '';
    expect(body).toContain('Tide Pools');
    expect(body).toContain('Low water.');
    expect(body).toContain('"user":null');
    expect(body).not.toContain('waiting');
  }
});

test('no page is rendered for signed-in users or for addresses with a query', async () => {
  const app = await addApp(server, ada, { name: 'Tide Pools', isPublic: true });
  await read(`/play/${app.id}`);
  for (const path of [`/play/${app.id}`, '/']) {
    expect(await read(path, ada.cookie)).toContain('<div id="root">waiting</div>');
    expect(await read(path, ada.cookie)).not.toContain('rendered:');
  }
  for (const path of [`/play/${app.id}?key=abc`, '/?q=tide', '/?filter=my-apps'])
    expect(await read(path)).not.toContain('rendered:');
});

test('a private application is not rendered, from the moment that it becomes private', async () => {
  const hidden = await addApp(server, ada, { name: 'Hidden Reef' });
  expect(await read(`/play/${hidden.id}`)).toContain('waiting');
  const app = await addApp(server, ada, { name: 'Open Reef', isPublic: true });
  expect(await read(`/play/${app.id}`)).toContain('rendered:');
  expect(await read('/')).not.toContain('Hidden Reef');
  await ada.call(updateApplication, { params: { id: app.id }, body: { isPublic: false } });
  const text = await read(`/play/${app.id}`);
  expect(text).toContain('waiting');
  expect(text).not.toContain('Open Reef');
});

test('a change by the owner is rendered at once', async () => {
  const app = await addApp(server, ada, { name: 'First Name', isPublic: true });
  expect(await read(`/play/${app.id}`)).toContain('First Name');
  await ada.call(updateApplication, { params: { id: app.id }, body: { name: 'Second Name' } });
  expect(await read(`/play/${app.id}`)).toContain('Second Name');
});

test('a rendered page has its styles inline, another page waits for them', async () => {
  const rendered = await read('/');
  expect(rendered).toMatch(
    /<style nonce="[^"]+">main { color: red }<\/style>\n<\/head><body><div id="root"><main>/,
  );
  expect(rendered).toContain('<link media="not all" rel="stylesheet" crossorigin href="/assets/index.css"');
  const plain = await read('/', ada.cookie);
  expect(plain).toContain('<link rel="stylesheet" crossorigin href="/assets/index.css"');
  expect(plain).not.toContain('<style');
});

test('a rendered page fetches its scripts after the first paint, another page fetches them immediately', async () => {
  const fetched = /<(?:link rel="modulepreload"|script[^>]* src=)[^>]*>/g;
  const rendered = await read('/');
  expect(rendered.match(fetched)).toBeNull();
  expect(rendered).toContain('import("/assets/index.js")');
  expect(rendered).toContain('of ["/assets/runtime.js"]');
  expect((await read('/', ada.cookie)).match(fetched)).toHaveLength(2);
});

test('a hostile name is shown as text, and gets no nonce', async () => {
  const name = '</script><script>x</script> __CSP_NONCE__';
  const app = await addApp(server, ada, { name, description: name, isPublic: true });
  const text = await read(`/play/${app.id}`);
  expect(text).toContain('rendered:');
  // The input recorder, the script starter, and the handed-over data.
  expect(text.match(/<script/g)).toHaveLength(3);
  // And the styles, with their stylesheet's address.
  expect(text.match(/nonce="/g)).toHaveLength(4);
});

test('a compressed page equals the plain page', async () => {
  const headers = { 'accept-encoding': 'br, gzip' };
  const packed = await request(server, '/', { headers });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-store',
    vary: 'Cookie, Accept-Encoding',
  });
  // Except for the nonces, which differ per response.
  const words = (body: Buffer) =>
    body
      .toString()
      .replaceAll(/nonce="[^"]+"/g, '')
      .replaceAll(/"at":\d+/g, '');
  expect(words(gunzipSync(packed.body))).toBe(words((await request(server, '/')).body));
});
