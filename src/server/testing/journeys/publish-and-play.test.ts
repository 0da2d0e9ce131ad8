import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { menuOf, withMobileData } from '#fixtures/archives.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeZip } from '#fixtures/zip.ts';
import { type Application, getApplication } from '#shared/apps/apps.ts';
import { type Answer, request } from '../http/request.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import { startServer, type TestServer } from '../servers/server.ts';

let server: TestServer;
let ada: Person;
let anyone: Visitor;
let entries: Awaited<ReturnType<typeof makeInstanceBuild>>;
let zip: Buffer;

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  anyone = visitor(server);
  entries = await makeInstanceBuild({ compression: 'brotli', unityVersion: '2021.3.16f1' });
  zip = makeZip(entries);
});
afterAll(() => server.close());

const publish = async (isPublic: boolean): Promise<Application> => {
  const uploadId = await sendUpload(ada, 'Pong.zip', zip);
  return publishApp(ada, { body: { name: 'Pong', isPublic, uploadId } });
};

/** Opens an address like a browser, with the host's cookies and redirects. */
async function browse(address: string, cookies: string[] = [], encodings = 'br'): Promise<Answer> {
  const { host, pathname, search } = new URL(address);
  const answer = await request(server, pathname + search, {
    headers: {
      host,
      origin: undefined,
      'sec-fetch-site': undefined,
      accept: 'text/html',
      'accept-encoding': encodings,
      'sec-ch-ua': '"Chromium";v="140"',
      cookie: cookies.join('; ') || undefined,
    },
  });
  for (const cookie of answer.headers['set-cookie'] ?? []) cookies.push(cookie.split(';')[0] ?? '');
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status >= 400 || !location) return answer;
  return browse(new URL(location, address).href, cookies, encodings);
}

/** The page of an app in this user's browser, and a function that loads its files. */
async function play(who: Visitor, path: string) {
  const door = await who.fetch(path, { headers: { accept: 'text/html' } });
  const address = door.headers.location;
  if (!address) return { door, page: null, file: async () => door };
  const cookies: string[] = [];
  const page = await browse(address, cookies);
  return { door, page, file: (name: string) => browse(new URL(`/${name}`, address).href, cookies) };
}

const entry = (name: string): Buffer => Buffer.from(entries.find((found) => found.name === name)?.data ?? '');

test('a build uploaded by tus plays from its own origin', async () => {
  const app = await publish(true);
  expect(app.build).toMatchObject({
    kind: 'unity',
    loader: 'createUnityInstance',
    unityVersion: '2021.3.16f1',
    compression: 'brotli',
    warnings: [],
  });
  const { door, page, file } = await play(anyone, `/serve/${app.id}`);
  expect(new URL(door.headers.location ?? '').hostname).toBe(`${app.id}.flux.localhost`);
  expect(page?.status).toBe(200);
  expect(page?.headers['content-type']).toMatch(/^text\/html/);
  const wasm = await file('Build/Fixture.wasm.br');
  expect(wasm.status).toBe(200);
  // Too small to compress, so it is sent as it is.
  expect(wasm.headers).toMatchObject({ 'content-type': 'application/wasm' });
  expect(wasm.headers['content-encoding']).toBeUndefined();
  expect(wasm.body).toEqual(brotliDecompressSync(entry('Build/Fixture.wasm.br')));
  expect((await file('Build/missing.js')).status).toBe(404);
});

test('a menu above two builds is the app’s page, and both play below it', async () => {
  const uploadId = await sendUpload(ada, 'Games.zip', makeZip(menuOf(entries, entries)));
  const app = await publishApp(ada, { body: { name: 'Games', isPublic: true, uploadId } });
  const { page, file } = await play(anyone, `/serve/${app.id}`);
  expect(page?.text()).toContain('<title>Menu</title>');
  expect(page?.headers.link).toBeUndefined();
  expect((await file('two/')).text()).toContain('unity-canvas');
  for (const [name, type] of [
    ['framework.js.br', 'application/javascript'],
    ['wasm.br', 'application/wasm'],
  ]) {
    const answer = await file(`two/Build/Fixture.${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
    const body =
      answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(answer.body) : answer.body;
    expect(body).toEqual(brotliDecompressSync(entry(`Build/Fixture.${name}`)));
  }
});

test('a page that selects its data in the browser preloads none', async () => {
  const [desktop = [], mobile = []] = await Promise.all(
    ['2021.3.16f1', '2021.3.17f1'].map((unityVersion) => makeInstanceBuild({ unityVersion, bulk: true })),
  );
  const linkOf = async (files: typeof desktop) => {
    const uploadId = await sendUpload(ada, 'Pong.zip', makeZip(files));
    const app = await publishApp(ada, { body: { name: 'Pong', isPublic: true, uploadId } });
    return String((await play(anyone, `/serve/${app.id}`)).page?.headers.link);
  };
  expect(await linkOf(desktop)).toMatch(/Fixture\.wasm>.*Fixture\.data>/);
  const link = await linkOf(withMobileData(desktop, mobile));
  expect(link).toContain('Fixture.wasm>');
  expect(link).not.toContain('.data>');
});

test('a private app plays for its owner and by its share link only', async () => {
  const app = await publish(false);
  const key = new URL(app.shareUrl ?? '').searchParams.get('key') ?? '';
  const stranger = await signIn(server, 'bob');
  for (const who of [anyone, stranger]) {
    const { door, page } = await play(who, `/serve/${app.id}`);
    expect(door.status).toBe(404);
    expect(page).toBeNull();
    const direct = await browse(`http://${app.id}.flux.localhost:${server.port}/Build/Fixture.wasm.br`);
    expect(direct.status).toBe(404);
  }
  for (const [who, path] of [
    [ada, `/serve/${app.id}`],
    [anyone, `/serve/${app.id}?key=${key}`],
    [stranger, `/serve/${app.id}?key=${key}`],
  ] as const) {
    const { page, file } = await play(who, path);
    expect(page?.status).toBe(200);
    expect((await file('Build/Fixture.loader.js')).body).toEqual(entry('Build/Fixture.loader.js'));
  }
});

test('the original upload is downloaded byte for byte by users who may see the app', async () => {
  const app = await publish(false);
  const key = new URL(app.shareUrl ?? '').searchParams.get('key') ?? '';
  const shown = await anyone.call(getApplication, { params: { id: app.id }, query: { key } });
  for (const [who, path] of [
    [ada, app.fileUrl],
    [anyone, shown.fileUrl],
  ] as const) {
    const door = await who.fetch(path ?? '');
    const download = await browse(door.headers.location ?? '');
    expect(download.status).toBe(200);
    expect(download.headers['content-disposition']).toContain('Pong.zip');
    expect(download.body.equals(zip)).toBe(true);
  }
  expect((await anyone.fetch(app.fileUrl ?? '')).status).toBe(404);
});
