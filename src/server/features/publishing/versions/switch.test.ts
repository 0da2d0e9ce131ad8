import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FixtureEntry } from '#fixtures/tree.ts';
import { makeInstanceBuild, packPart } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { makeDataFile } from '#fixtures/unity-parts.ts';
import { makeZip } from '#fixtures/zip.ts';
import { Player } from '#server/testing/http/player.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, renewShareKey, switchOffShareKey, updateApplication } from '#shared/apps/apps.ts';
import { activateVersion, createVersion, deleteVersion, listVersions } from '#shared/versions/versions.ts';

let server: TestServer;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer();
  [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
});
afterAll(() => server.close());

const file = (entries: FixtureEntry[]) => ({ build: { name: 'game.zip', bytes: makeZip(entries) } });

async function publishFirst(entries: FixtureEntry[], isPublic = true): Promise<Application> {
  return publishApp(ada, { body: { name: 'Game', isPublic }, files: file(entries) });
}

async function publishNext(appId: string, entries: FixtureEntry[]): Promise<string> {
  server.clock.advance(1);
  const input = { params: { id: appId }, body: { changelog: 'Next' }, files: file(entries) };
  return (await ada.call(createVersion, input)).versionId;
}

const activate = (appId: string, versionId: string) =>
  ada.call(activateVersion, { body: { appId, versionId } });

async function activeVersion(appId: string): Promise<string> {
  const { versions } = await ada.call(listVersions, { params: { id: appId } });
  return versions.find((version) => version.isActive)?.id ?? '';
}

/** Files that each say which version they are of: small ones, and one that is large enough to be moved. */
const parts = ['a.js', 'style.css', 'levels/one.json', 'big.bin'];

function taggedBuild(tag: number): FixtureEntry[] {
  const big = Buffer.alloc(300_000, `tag ${tag} `);
  return [
    { name: 'index.html', data: `<!doctype html><title>tag ${tag} </title>` },
    ...parts.map((name) => ({ name, data: name === 'big.bin' ? big : `tag ${tag} of ${name}` })),
  ];
}

const tagOf = (text: string) => /tag (\d+) /.exec(text)?.[1];

describe('a page that loads while versions switch', () => {
  test('gets files of one version alone, whichever moment it started', async () => {
    const { id } = await publishFirst(taggedBuild(0));
    const versions = [await activeVersion(id)];
    const deleted = new Set<string>();
    for (const tag of [1, 2]) versions.push(await publishNext(id, taggedBuild(tag)));
    let switching = true;
    const seen = new Set<string>();
    let loads = 0;

    const play = async (seed: number) => {
      const player = new Player(server);
      for (let round = 0; switching; round += 1) {
        const page = await player.open(`/serve/${id}?v=1.0_${round}_${seed}`);
        expect(page.status).toBe(200);
        const tag = tagOf(page.text);
        seen.add(tag ?? '');
        const wanted = parts.toSorted(() => ((seed * round) % 3) - 1);
        for (const [index, name] of wanted.entries()) {
          // A stylesheet asks under its own name; the cookie tells whose it is.
          const part = await page.load(name, index === 3 ? '/style.css' : undefined);
          const version = new URL(page.url).searchParams.get('v') ?? '';
          if (part.status !== 200) expect([part.status, deleted.has(version)]).toEqual([404, true]);
          else expect([tagOf(part.text), part.body.includes(`tag ${tag} `)]).toEqual([tag, true]);
          loads += 1;
        }
      }
    };
    const players = [1, 2, 3].map(play);

    for (let step = 0; step < 60; step += 1) {
      const target = versions[step % versions.length] ?? '';
      await activate(id, target);
      if (step % 20 === 10) versions.push(await publishNext(id, taggedBuild(versions.length)));
      if (step === 45) {
        const [oldest = ''] = versions.splice(0, 1);
        await activate(id, versions[0] ?? '');
        deleted.add(oldest);
        await ada.call(deleteVersion, { params: { id, versionId: oldest } });
      }
    }
    switching = false;
    await Promise.all(players);
    expect(seen.size).toBeGreaterThan(2);
    expect(loads).toBeGreaterThan(100);
  });

  test('a switch that was answered is what the next visit gets', async () => {
    const { id } = await publishFirst(taggedBuild(0));
    const first = await activeVersion(id);
    const second = await publishNext(id, taggedBuild(1));
    const player = new Player(server);
    for (let round = 0; round < 20; round += 1) {
      const wanted = round % 2 === 0 ? first : second;
      await activate(id, wanted);
      const page = await player.open(`/serve/${id}`);
      expect(new URL(page.url).searchParams.get('v')).toBe(wanted);
      expect(tagOf(page.text)).toBe(String(round % 2));
    }
  });
});

/** A build whose data is as large as a real one's, so that it is delivered the way a real one's is. */
async function withData(
  entries: FixtureEntry[],
  compression: 'gzip' | 'brotli',
  unityVersion: string,
): Promise<FixtureEntry[]> {
  const data = await packPart(Buffer.concat([makeDataFile(unityVersion), randomBytes(120_000)]), compression);
  return entries.map((entry) => (/\.data/.test(entry.name) ? { ...entry, data } : entry));
}

describe.each([
  [
    'createUnityInstance, brotli',
    async (version: string) =>
      withData(await makeInstanceBuild({ compression: 'brotli', unityVersion: version }), 'brotli', version),
  ],
  [
    'createUnityInstance, gzip, hashed names',
    async (version: string) =>
      withData(await makeInstanceBuild({ compression: 'gzip', hashed: true }), 'gzip', version),
  ],
  [
    'UnityLoader, gzip',
    async (version: string) => withData(await makeLoaderBuild({ compression: 'gzip' }), 'gzip', version),
  ],
])('what a visit costs: %s', (_, make) => {
  test('a return and a rollback cost no body bytes, an update what has changed', async () => {
    const build = await make('2021.3.16f1');
    const { id } = await publishFirst(build);
    const first = await activeVersion(id);
    const player = new Player(server);
    const visit = async (entries: FixtureEntry[]) => {
      player.bodyBytes = 0;
      const page = await player.open(`/serve/${id}`);
      expect(page.status).toBe(200);
      for (const { name } of entries) expect((await page.load(name)).status).toBe(200);
      return player.bodyBytes;
    };
    const whole = await visit(build);
    expect(whole).toBeGreaterThan(120_000);
    expect(await visit(build)).toBe(0);
    const update = await make('2021.3.17f1');
    const second = await publishNext(id, update);
    const changed = await visit(update);
    expect(changed).toBeGreaterThan(120_000);
    expect(changed).toBeLessThan(whole);
    expect(await visit(update)).toBe(0);
    for (const [versionId, entries] of [
      [first, build],
      [second, update],
    ] as const) {
      await activate(id, versionId);
      expect(await visit(entries)).toBe(0);
    }
  });
});

describe('a preview link', () => {
  test('opens its own version for those who may update the app, and stays there', async () => {
    for (const isPublic of [true, false]) {
      const { id } = await publishFirst(taggedBuild(0), isPublic);
      const first = await activeVersion(id);
      await publishNext(id, taggedBuild(1));
      const { versions } = await ada.call(listVersions, { params: { id } });
      const old = versions.find((version) => version.id === first);
      const page = await new Player(server).open(old?.previewUrl ?? '', ada.cookie);
      expect(page.url).toBe(`http://${id}.flux.localhost:${server.port}/?v=${first}_pinned`);
      for (const name of parts) expect(tagOf((await page.load(name)).text)).toBe('0');
    }
  });

  test('is not there for others, but for the version that is active', async () => {
    for (const isPublic of [true, false]) {
      const { id, shareUrl } = await publishFirst(taggedBuild(0), isPublic);
      const first = await activeVersion(id);
      const second = await publishNext(id, taggedBuild(1));
      const other = await activeVersion((await publishFirst(taggedBuild(2))).id);
      const key = new URL(shareUrl ?? '').searchParams.get('key') ?? '';
      for (const cookie of [undefined, bob.cookie]) {
        const open = (query: string) => new Player(server).open(`/serve/${id}?${query}`, cookie);
        for (const version of [first, other, 'x', '', `${first}&version=${second}`]) {
          const answer = await open(`version=${version}&key=${key}`);
          expect([version, answer.status]).toEqual([version, 404]);
          expect(answer.text).toContain('<h1>Application not found</h1>');
        }
        expect(tagOf((await open(`version=${second}&key=${key}`)).text)).toBe('1');
        expect((await open(`version=${second}`)).status).toBe(isPublic ? 200 : 404);
      }
    }
  });
});

describe('a player who came by the share link', () => {
  const limit = { timeout: 60_000, interval: 50 };
  /** Delivery hears of a new key a moment after it was made. */
  const enter = (link: string) =>
    vi.waitFor(async () => {
      const guest = await new Player(server).open(link);
      expect((await guest.load('a.js')).status).toBe(200);
      return guest;
    }, limit);

  test('is stopped within seconds when it is renewed or switched off', async () => {
    const app = await publishFirst(taggedBuild(0), false);
    const link = (shareUrl: string | null) =>
      `/serve/${app.id}?key=${new URL(shareUrl ?? '').searchParams.get('key')}`;
    const owner = await new Player(server).open(`/serve/${app.id}`, ada.cookie);
    let { shareUrl } = app;
    for (const stop of [renewShareKey, switchOffShareKey]) {
      const guest = await enter(link(shareUrl));
      await ada.call(stop, { params: { id: app.id } });
      for (const name of ['/', ...parts])
        await vi.waitFor(async () => expect((await guest.load(name)).status).toBe(404), limit);
      expect((await new Player(server).open(link(shareUrl))).status).toBe(404);
      expect((await owner.load('big.bin')).status).toBe(200);
      ({ shareUrl } = await ada.call(renewShareKey, { params: { id: app.id } }));
    }
    await enter(link(shareUrl));
  });

  test('of a public app goes on, until it becomes private', async () => {
    const { id } = await publishFirst(taggedBuild(0));
    const guest = await new Player(server).open(`/serve/${id}`);
    await ada.call(renewShareKey, { params: { id } });
    expect((await guest.load('a.js')).status).toBe(200);
    await ada.call(updateApplication, { params: { id }, body: { isPublic: false } });
    await vi.waitFor(async () => expect((await guest.load('a.js')).status).toBe(404), limit);
  });
});
