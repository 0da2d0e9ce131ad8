import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { generations } from '#fixtures/generations.ts';
import { makeZip } from '#fixtures/zip.ts';
import { newId } from '#server/platform/ids.ts';
import {
  contents,
  frameChanges,
  keptFile,
  leftOver,
  makeChanges,
  originalOf,
  publishVersionOf,
  publishZip,
  sendChanges,
  type TestFile,
  updateByChanges,
  zipOf,
} from '#server/testing/measures/changes.ts';
import { chooseCombinations } from '#server/testing/measures/trials.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { findKnownFiles } from '#shared/versions/changes.ts';
import { deleteVersion, listVersions } from '#shared/versions/versions.ts';
import { dropOldOriginals } from '../retention.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent', FLUX_MAX_UPLOAD_BYTES: '3000000' } });
});
beforeEach(async () => {
  ada = await signIn(server, `ada ${newId()}`);
});
afterAll(() => server.close());

const page: TestFile = { path: 'index.html', data: '<!doctype html><script src="main.js"></script>' };
const script: TestFile = { path: 'main.js', data: 'console.log("hello");\n'.repeat(200) };
const level: TestFile = {
  path: 'level.bin',
  data: Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * at) % 251)),
};

const known = async (who: Person, id: string, files: readonly TestFile[]) =>
  (
    await who.call(findKnownFiles, {
      params: { id },
      body: { sha256s: files.map((file) => keptFile(file).sha256) },
    })
  ).known;

test('what a version has need not be sent again: the new one is as if its whole zip had come', async () => {
  const id = await publishZip(ada, zipOf([page, script, level]));
  const changed = { path: 'main.js', data: 'console.log("changed")' };
  expect(await known(ada, id, [page, changed, level])).toEqual([0, 2]);
  const version = await updateByChanges(ada, id, makeChanges([keptFile(page), changed, keptFile(level)]));
  expect(version).toMatchObject({ version: '1.1', isActive: true, fileName: 'game.zip' });
  expect(await originalOf(server, version)).toEqual(contents([page, changed, level]));
  const uploadId = await sendUpload(ada, 'game.zip', zipOf([page, changed, level]));
  const whole = await publishVersionOf(ada, id, uploadId);
  expect(version.build).toEqual(whole.build);
  expect(await leftOver(server)).toEqual([]);
});

test('files may be called something else, and one content may be there twice', async () => {
  const id = await publishZip(ada, zipOf([page, level]));
  const files = [page, { ...level, path: 'a/one.bin' }, { ...level, path: 'a/zwei ü.bin' }];
  const version = await updateByChanges(ada, id, makeChanges(files.map(keptFile)));
  expect(await originalOf(server, version)).toEqual(contents(files));
});

test('a version made of changes is itself something to build on', async () => {
  const id = await publishZip(ada, zipOf([page, script]));
  await updateByChanges(ada, id, makeChanges([keptFile(page), keptFile(script), level]));
  const version = await updateByChanges(ada, id, makeChanges([keptFile(level), keptFile(page)]));
  expect(await originalOf(server, version)).toEqual(contents([level, page]));
});

test.each(chooseCombinations(Object.keys(generations) as (keyof typeof generations)[]))(
  'of a build that did not change nothing is sent: %s',
  async (name) => {
    const entries = await generations[name]();
    const files = entries.map((entry) => ({ path: entry.name, data: entry.data }));
    const id = await publishZip(ada, makeZip(entries));
    expect(await known(ada, id, files)).toEqual(files.map((_, index) => index));
    const version = await updateByChanges(ada, id, makeChanges(files.map(keptFile)));
    expect(await originalOf(server, version)).toEqual(contents(files));
    const { versions } = await ada.call(listVersions, { params: { id } });
    expect(version.build).toEqual(versions.find(({ isActive }) => !isActive)?.build);
  },
);

test.each(['deflate', 'store'] as const)(
  'a gzip file that says another time is known, and says that time in the new version: %s',
  async (method) => {
    const packed = (time: number) => {
      const data = gzipSync(level.data);
      data.writeUInt32LE(time, 4);
      return { path: 'level.gz', data };
    };
    const id = await publishZip(ada, zipOf([page, packed(1_700_000_000)], { method }));
    const later = packed(1_800_000_000);
    expect(await known(ada, id, [page, later])).toEqual([0, 1]);
    const version = await updateByChanges(ada, id, makeChanges([keptFile(page), keptFile(later)]));
    expect(await originalOf(server, version)).toEqual(contents([page, later]));
    const timeless = await updateByChanges(ada, id, makeChanges([keptFile(page), keptFile(packed(0))]));
    expect(await originalOf(server, timeless)).toEqual(contents([page, packed(0)]));
  },
);

test('what a version serves is known also after its upload was dropped', async () => {
  const id = await publishZip(ada, zipOf([page, script, level]));
  await server.context.db.updateTable('storage_configs').set({ retention_days: 1 }).execute();
  await updateByChanges(ada, id, makeChanges([keptFile(page), { path: 'main.js', data: '1' }]));
  server.clock.advance(2 * 86_400_000);
  ada = await signIn(server, ada.email.split('@')[0]?.replaceAll('.', ' ') ?? '');
  await dropOldOriginals(server.context, new AbortController().signal);
  const { rows } = await server.context.pool.query(
    'select 1 from packed_files join versions on versions.id = version_id where original_sha256 is null',
  );
  expect(rows).toEqual([]);
  expect(await known(ada, id, [script, level])).toEqual([0, 1]);
  const version = await updateByChanges(
    ada,
    id,
    makeChanges([keptFile(page), keptFile(script), keptFile(level)]),
  );
  expect(await originalOf(server, version)).toEqual(contents([page, script, level]));
});

test('what only another application has is neither told nor given, also to whoever owns both', async () => {
  const secret = { path: 'secret.bin', data: Buffer.from('Nobody may know that this is here.') };
  await publishZip(ada, zipOf([page, secret]));
  const eve = await signIn(server, `eve ${newId()}`);
  for (const who of [eve, ada]) {
    const id = await publishZip(who, zipOf([page]));
    expect(await known(who, id, [secret, page])).toEqual([1]);
    await expect(
      updateByChanges(who, id, makeChanges([keptFile(page), keptFile(secret)])),
    ).rejects.toMatchObject({
      code: 'changes_unusable',
      details: ['No version of this application has secret.bin any more.'],
    });
  }
  expect(await leftOver(server)).toEqual([]);
});

test('what was deleted in between is missed, the upload is given up, and the whole build goes through', async () => {
  const id = await publishZip(ada, zipOf([page, script]));
  await updateByChanges(ada, id, makeChanges([keptFile(page), level]));
  const changes = makeChanges([keptFile(page), keptFile(script), keptFile(level)]);
  const uploadId = await sendChanges(ada, id, changes);
  const { versions } = await ada.call(listVersions, { params: { id } });
  const first = versions.find(({ isActive }) => !isActive);
  await ada.call(deleteVersion, { params: { id, versionId: first?.id ?? '' } });
  const publishing = () => publishVersionOf(ada, id, uploadId);
  await expect(publishing()).rejects.toMatchObject({ code: 'changes_unusable' });
  await expect(publishing()).rejects.toMatchObject({ code: 'upload_not_found' });
  expect(await leftOver(server)).toEqual([]);
});

test('two that build on the same version at once become two versions, each of exactly its files', async () => {
  const id = await publishZip(ada, zipOf([page, script, level]));
  const [bea, cid] = ['bea', 'cid'].map((name) => ({ path: 'main.js', data: `console.log("${name}")` }));
  if (!bea || !cid) throw new Error('There are two of them.');
  const made = await Promise.all([
    updateByChanges(ada, id, makeChanges([keptFile(page), bea, keptFile(level)])),
    updateByChanges(ada, id, makeChanges([keptFile(page), cid])),
  ]);
  expect(made.map(({ version }) => version).sort()).toEqual(['1.1', '1.2']);
  expect(await originalOf(server, made[0])).toEqual(contents([page, bea, level]));
  expect(await originalOf(server, made[1])).toEqual(contents([page, cid]));
  const { versions } = await ada.call(listVersions, { params: { id } });
  expect(versions.filter(({ isActive }) => isActive).map(({ version }) => version)).toEqual(['1.2']);
  expect(await leftOver(server)).toEqual([]);
});

test('one upload of changes that is published from two places at once is one version', async () => {
  const id = await publishZip(ada, zipOf([page, script]));
  const uploadId = await sendChanges(ada, id, makeChanges([keptFile(page), level]));
  const again = await signIn(server, ada.email.split('@')[0]?.replaceAll('.', ' ') ?? '');
  const made = await Promise.all([ada, again, ada].map((who) => publishVersionOf(who, id, uploadId)));
  expect(new Set(made.map((version) => version.id)).size).toBe(1);
  expect((await ada.call(listVersions, { params: { id } })).versions.length).toBe(2);
});

test('an upload of changes names its application when it is announced, and makes no application', async () => {
  const id = await publishZip(ada, zipOf([page]));
  for (const target of [{}, { target: 'new' }] as Record<string, string>[])
    await expect(
      sendUpload(ada, 'game.zip', makeChanges([page]), undefined, { content: 'changes', ...target }),
    ).rejects.toThrow(/names the application/);
  const uploadId = await sendChanges(ada, id, makeChanges([page]));
  await expect(publishApp(ada, { body: { uploadId } })).rejects.toMatchObject({ code: 'invalid_input' });
  // It is good for its own application still.
  await publishVersionOf(ada, id, uploadId);
});

test('a path that is there twice is refused as in any zip, and so is one that leads out', async () => {
  const id = await publishZip(ada, zipOf([page]));
  const twice = makeChanges([keptFile(page), { ...page, data: 'another' }]);
  await expect(updateByChanges(ada, id, twice)).rejects.toMatchObject({
    code: 'changes_unusable',
    details: [expect.stringMatching(/^This zip contains a file twice\./)],
  });
  const outside = makeChanges([keptFile(page), { ...keptFile(page), path: '../../index.html' }]);
  await expect(updateByChanges(ada, id, outside)).rejects.toMatchObject({
    code: 'changes_unusable',
    details: [expect.stringContaining('..')],
  });
  expect(await leftOver(server)).toEqual([]);
});

test('a file whose bytes are not what is said of them is refused', async () => {
  const id = await publishZip(ada, zipOf([page]));
  const changes = makeChanges([keptFile(page), level]);
  changes.writeUInt8(1, changes.length - 1);
  await expect(updateByChanges(ada, id, changes)).rejects.toMatchObject({
    code: 'changes_unusable',
    details: [expect.stringMatching(/^A file in this zip is damaged\./)],
  });
});

test('limits are those of the whole build: a short list cannot stand for more', async () => {
  const noise = Buffer.from(
    Array.from({ length: 500_000 }, (_, at) => Math.imul(at, at * 31 + (at >> 5)) >>> 7),
  );
  const large = { path: 'large.bin', data: noise };
  const id = await publishZip(ada, zipOf([page, large], { method: 'store' }));
  const many = Array.from({ length: 10 }, (_, index) => ({ ...keptFile(large), path: `${index}.bin` }));
  await expect(updateByChanges(ada, id, makeChanges([keptFile(page), ...many]))).rejects.toMatchObject({
    code: 'changes_unusable',
    details: ['The whole build is larger than what may be uploaded.'],
  });
  const most = Array.from({ length: 3_000 }, (_, index) => ({ ...keptFile(large), path: `${index}.bin` }));
  await expect(updateByChanges(ada, id, makeChanges([keptFile(page), ...most]))).rejects.toMatchObject({
    details: ['The whole build is larger than a build may be.'],
  });
  expect(await leftOver(server)).toEqual([]);
});

const kept = (fields: object) => ({ files: [{ ...keptFile(page), ...fields }] });
const wrongLists: [string, unknown][] = [
  ['not a list', {}],
  ['empty', { files: [] }],
  ['a hash that is none', kept({ sha256: 'A'.repeat(64) })],
  ['no path', kept({ path: '' })],
  ['an unknown field', kept({ mode: 0o777 })],
  ['a size below nothing', { files: [{ path: 'a', time: 0, crc32: 0, size: -1, method: 0, packedSize: 0 }] }],
  [
    'another kind of compression',
    { files: [{ path: 'a', time: 0, crc32: 0, size: 0, method: 12, packedSize: 0 }] },
  ],
  ['a time for what is no gzip file', kept({ gzipTime: 7 })],
  ['more than comes', { files: [{ path: 'a', time: 0, crc32: 0, size: 9, method: 0, packedSize: 9 }] }],
];

test('a list that is wrong is of no use', async () => {
  const id = await publishZip(ada, zipOf([page]));
  for (const [name, list] of wrongLists) {
    const changes = frameChanges(JSON.stringify(list), Buffer.alloc(0));
    await expect(updateByChanges(ada, id, changes), name).rejects.toMatchObject({ code: 'changes_unusable' });
  }
  expect(await leftOver(server)).toEqual([]);
});

test('what is no upload of changes is of no use', async () => {
  const id = await publishZip(ada, zipOf([page]));
  const wrong: [string, Buffer][] = [
    ['a zip', zipOf([page])],
    ['three bytes', Buffer.from('abc')],
    ['no JSON', frameChanges('{', Buffer.alloc(0))],
    ['a list that ends beyond the file', makeChanges([page]).subarray(0, 40)],
    ['a list too long for its file', Buffer.concat([Buffer.from('FLUXCHG1'), Buffer.alloc(4, 255)])],
  ];
  for (const [name, bytes] of wrong)
    await expect(updateByChanges(ada, id, bytes), name).rejects.toMatchObject({ code: 'changes_unusable' });
});
