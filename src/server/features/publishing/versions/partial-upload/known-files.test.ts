import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { addVersion, makeApp } from '#server/delivery/test-build.ts';
import {
  contents,
  keptFile,
  makeChanges,
  originalOf,
  publishVersionOf,
  publishZip,
  type TestFile,
  updateByChanges,
  zipOf,
} from '#server/testing/measures/changes.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer, unlimited } from '#server/testing/servers/server.ts';
import { getApplication } from '#shared/apps/apps.ts';
import { findKnownFiles } from '#shared/versions/changes.ts';
import { createVersion, createVersionMetadata } from '#shared/versions/versions.ts';
import { contentOf, findStored } from './find-stored.ts';

const page = { path: 'index.html', data: '<!doctype html><title>Known</title>' };
const { sha256 } = keptFile(page);
let server: TestServer;
let owner: Person;
const apps: Record<'public' | 'private', string> = { public: '', private: '' };
beforeAll(async () => {
  server = await startServer();
  owner = await signIn(server, 'owner');
  for (const isPublic of [true, false]) {
    const build = { name: 'game.zip', bytes: makeZip([{ name: page.path, data: page.data }]) };
    const app = await publishApp(owner, { body: { isPublic }, files: { build } });
    apps[isPublic ? 'public' : 'private'] = app.id;
  }
});
afterAll(() => server.close());

const ask = (who: Visitor, id: string, sha256s: unknown) =>
  who.call(findKnownFiles, { params: { id }, body: { sha256s: sha256s as string[] } });

test('who may add a version hears which files are there: the owner and administrators', async () => {
  const admin = await signIn(server, 'admin', { role: 'admin' });
  for (const who of [owner, admin])
    expect(await ask(who, apps.private, ['0'.repeat(64), sha256, sha256])).toEqual({ known: [1, 2] });
  expect(await ask(owner, apps.private, [])).toEqual({ known: [] });
});

test('nobody else hears it, of a public application neither', async () => {
  const stranger = await signIn(server, 'stranger');
  await expect(ask(stranger, apps.private, [sha256])).rejects.toMatchObject({ code: 'app_not_found' });
  await expect(ask(stranger, apps.public, [sha256])).rejects.toMatchObject({ code: 'forbidden' });
  await expect(ask(owner, 'a'.repeat(26), [sha256])).rejects.toMatchObject({ code: 'app_not_found' });
  for (const id of Object.values(apps))
    await expect(ask(visitor(server), id, [sha256])).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('who asks for much at once waits for themselves, and nobody else for them', async () => {
  const release = await server.context.sharedLimits.acquire({ name: `known files of ${owner.id}`, most: 1 });
  let answered = false;
  const asked = ask(owner, apps.public, [sha256]).finally(() => {
    answered = true;
  });
  const admin = await signIn(server, 'admin', { role: 'admin' });
  expect(await ask(admin, apps.public, [sha256])).toEqual({ known: [0] });
  expect(answered).toBe(false);
  release();
  expect(await asked).toEqual({ known: [0] });
});

test('a file that is in many versions is found in the active one, or else in the newest that has it', async () => {
  const build = (...files: TestFile[]) => zipOf([page, ...files]);
  const old = { path: 'old.bin', data: 'Only the first has it.' };
  const id = await publishZip(owner, build(old));
  const publish = async (bytes: Buffer) => {
    server.clock.advance(1_000);
    return publishVersionOf(owner, id, await sendUpload(owner, 'game.zip', bytes));
  };
  const both = { path: 'both.bin', data: 'Two have it.' };
  await publish(build(both));
  const third = await publish(build(both, { path: 'third.bin', data: '3' }));
  const active = await publish(build());
  const kept = await findStored(
    server.context.db,
    id,
    [page, both, old].map((file) => keptFile(file).sha256),
  );
  const found = [page, both, old].map((file) => kept.get(keptFile(file).sha256));
  expect(found.map((source) => source && contentOf(source).toString('hex'))).toEqual([
    active.storageFileName,
    third.storageFileName,
    expect.not.stringMatching(active.storageFileName ?? ''),
  ]);
});

/** Publishes more versions than are looked through before all others. */
async function publishMany(id: string): Promise<void> {
  const newer = { 'index.html': { content: 'Newer', type: 'text/html' } };
  for (let count = 0; count < 22; count += 1) {
    server.clock.advance(1_000);
    await addVersion(server, { appId: id, ownerId: owner.id }, newer);
  }
}

const unknown = Array.from({ length: 1_001 }, () => randomBytes(32).toString('hex'));

test('what only a version serves that many have come after is found, too, but not among thousands that none has', async () => {
  const old = { path: 'old.bin', data: randomBytes(1_000) };
  const { appId: id } = await makeApp(server, owner.id, { [old.path]: { content: old.data } });
  await publishMany(id);
  const wanted = keptFile(old).sha256;
  expect(await ask(owner, id, [...unknown.slice(2), wanted])).toEqual({ known: [999] });
  expect(await ask(owner, id, [...unknown, wanted])).toEqual({ known: [] });
  expect(await ask(owner, apps.public, [wanted])).toEqual({ known: [] });
  const version = await updateByChanges(owner, id, makeChanges([keptFile(old), page]));
  expect(await originalOf(server, version)).toEqual(contents([old, page]));
});

test('so is what Unity packed in an upload that many have come after, among however many that none has', async () => {
  const data = randomBytes(1_000);
  const packed = [
    { path: 'Build/game.data.gz', data: gzipSync(data) },
    { path: 'Build/game.wasm.br', data: brotliCompressSync(data) },
    { path: 'Build/game.js.unityweb', data: gzipSync('var game;') },
  ];
  const id = await publishZip(owner, zipOf([page, ...packed]));
  await publishMany(id);
  const wanted = packed.map((file) => keptFile(file).sha256);
  expect(await ask(owner, id, [...unknown, ...wanted])).toEqual({ known: [1_001, 1_002, 1_003] });
  expect(await ask(owner, apps.public, wanted)).toEqual({ known: [] });
  const version = await updateByChanges(owner, id, makeChanges([...packed.map(keptFile), page]));
  expect(await originalOf(server, version)).toEqual(contents([...packed, page]));
});

test('it is counted with the uploads, as is each way to publish one: all of them are dear', async () => {
  const counting = await startServer({ rateLimits: { ...unlimited, uploadsPerAccount: 3 } });
  try {
    const stranger = await signIn(counting, 'stranger');
    const id = 'a'.repeat(26);
    const versionData = { changelog: 'More' };
    const calls = [
      () => ask(stranger, id, [sha256]),
      () =>
        stranger.call(createVersionMetadata, {
          body: { appId: id, versionData, fileData: { storageFileName: id } },
        }),
      () => stranger.call(createVersion, { params: { id }, body: { ...versionData, uploadId: id } }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'app_not_found' });
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'too_many_requests' });
    // Other calls go on.
    await expect(stranger.call(getApplication, { params: { id } })).rejects.toMatchObject({
      code: 'app_not_found',
    });
  } finally {
    await counting.close();
  }
});

test.each([
  ['no list', sha256],
  ['no hash', ['']],
  ['a hash in capitals', [sha256.toUpperCase()]],
  ['more than a build has files', Array.from({ length: 10_001 }, () => sha256)],
])('bad input is refused: %s', async (_name, sha256s) => {
  await expect(ask(owner, apps.private, sha256s)).rejects.toMatchObject({ code: 'invalid_input' });
});
