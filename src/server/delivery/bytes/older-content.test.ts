import { randomBytes } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlayableApp } from '../../features/apps/store.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { addVersion, makeApp, sha256, type TestBuild } from '../test-build.ts';
import { ManifestCache } from './manifest-cache.ts';

/** What only versions have that are not active any more, by its immutable address. */

const film = randomBytes(262_144);
const data = randomBytes(262_144);
const copies = 300;
const older: TestBuild = {
  'index.html': { content: 'first', type: 'text/html' },
  'Build/game.data': { content: data, role: 'data' },
  ...Object.fromEntries(
    Array.from({ length: copies }, (_, n) => [`films/${n}.mp4`, { content: film, type: 'video/mp4' }]),
  ),
};

let server: TestServer;
let ada: Person;
let app: PlayableApp;
let manifestCache: ManifestCache;
/** How many rows came with each statement about files. */
let rows: number[];

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  const { appId } = await makeApp(server, ada.id, older);
  await addVersion(
    server,
    { appId, ownerId: ada.id },
    { 'index.html': { content: 'second', type: 'text/html' } },
  );
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.push(result.rows.length);
      return result;
    },
  };
  rows = [];
  manifestCache = new ManifestCache({ ...server.context, db: server.context.db.withPlugin(counting) });
  const found = await manifestCache.app(appId);
  if (!found) throw new Error('The app is missing.');
  app = found;
  // The manifest of the active version, where everything is looked for first.
  await manifestCache.content(app, `${sha256(film)}/films/none.mp4`);
});
afterAll(() => server.close());

async function ask(name: string, content: Buffer) {
  rows = [];
  const found = await manifestCache.content(app, `${sha256(content)}/${name}`);
  return { found: found?.file.path ?? null, rows };
}

test('it is found by its path or its role, and read as one row', async () => {
  expect(await ask('films/7.mp4', film)).toEqual({ found: 'films/7.mp4', rows: [1] });
  expect(await ask('data', data)).toEqual({ found: 'Build/game.data', rows: [1] });
});

test('a name that it does not have reads nothing, at however many paths the content is', async () => {
  for (const name of ['x1', 'films', 'films/300.mp4', 'wasm', 'data'])
    expect(await ask(name, film)).toEqual({ found: null, rows: [0] });
});
