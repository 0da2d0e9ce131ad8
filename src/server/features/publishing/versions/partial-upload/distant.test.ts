import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepBlobs } from '#server/features/storage/sweep.ts';
import { ageBlobs } from '#server/features/storage/testing.ts';
import { newId } from '#server/platform/ids.ts';
import { type Loaded, Player } from '#server/testing/http/player.ts';
import {
  contents,
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
import { type Person, signIn } from '#server/testing/people/people.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { addBucket } from '#server/testing/storage/add-bucket.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { type S3Server, startFauxqs } from '#server/testing/storage/s3-server.ts';
import { activateStorageConfig, builtinStorageId } from '#shared/storage/storage.ts';
import { deleteVersion, listVersions, type Version } from '#shared/versions/versions.ts';
import { uploadPath } from '../../uploads/files.ts';
import { dropOldOriginals } from '../retention.ts';
import { assembleUpload } from './assemble.ts';

/** A Flux whose versions lie in a bucket, over a line that can be torn; what it had cached of them is gone. */
let bucket: S3Server;
let line: FaultProxy;
let server: TestServer;
let ada: Person;
let bucketId: string;
beforeAll(async () => {
  bucket = await startFauxqs();
  line = await FaultProxy.before(bucket.port);
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1', FLUX_LOG_LEVEL: 'silent' } });
  bucketId = await addBucket(await signIn(server, 'admin', { role: 'admin' }), bucket.options(line.url));
});
beforeEach(async () => {
  line.heal();
  ada = await signIn(server, `ada ${newId()}`);
  await keepNewOnesIn(bucketId);
});
afterAll(async () => {
  await server.close();
  await line.close();
  await bucket.close();
});

async function keepNewOnesIn(id: string): Promise<void> {
  const admin = await signIn(server, 'admin', { role: 'admin' });
  await admin.call(activateStorageConfig, { params: { id } });
}

/** What is on its way when it begins is torn. */
async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  await line.refuse();
  try {
    return await work();
  } finally {
    await line.listen();
  }
}

const forgetCached = () => rm(server.context.folders.cache, { recursive: true, force: true });

const gzipped = (data: Buffer, time: number) => {
  const bytes = gzipSync(data);
  bytes.writeUInt32LE(time, 4);
  return bytes;
};

interface Build {
  page: TestFile;
  script: TestFile;
  level: TestFile;
  packed: TestFile;
}

/** A build that no other test has. */
function makeBuild(): Build {
  const mark = newId();
  return {
    page: {
      path: 'index.html',
      data: `<!doctype html><title>${mark}</title><script src="main.js"></script>`,
    },
    script: { path: 'main.js', data: `console.log("${mark}");\n`.repeat(300) },
    level: { path: 'data/level.bin', data: randomBytes(900_000) },
    packed: { path: 'data/pack.bin.gz', data: gzipped(randomBytes(40_000), 1_700_000_000) },
  };
}

const allOf = ({ page, script, level, packed }: Build) => [page, script, level, packed];

async function publish(build: Build): Promise<string> {
  const id = await publishZip(ada, zipOf(allOf(build)));
  await forgetCached();
  return id;
}

/** The next version of it: one file is another, one moved, one was packed later. */
function changed(build: Build) {
  const script = { ...build.script, data: `${newId()};` };
  const packed = { ...build.packed, data: Buffer.from(build.packed.data) };
  packed.data.writeUInt32LE(1_800_000_000, 4);
  const moved = { ...build.level, path: 'moved ü/level.bin' };
  const files = [build.page, script, build.level, moved, packed];
  const changes = makeChanges(files.map((file) => (file === script ? file : keptFile(file))));
  return { files, changes };
}

/** Every file of a version is right in its download, and for whoever plays it. */
async function expectExactly(id: string, version: Version, files: readonly TestFile[]): Promise<void> {
  expect(version.isActive).toBe(true);
  expect(await originalOf(server, version)).toEqual(contents(files));
  const player = await new Player(server).open(`/serve/${id}`, ada.cookie);
  for (const { path, data } of files) {
    const served = await player.load(path);
    expect([path, served.status]).toEqual([path, 200]);
    expect(decoded(served).equals(Buffer.from(data)), path).toBe(true);
  }
  expect(await leftOver(server)).toEqual([]);
}

function decoded({ headers, body }: Loaded): Buffer {
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body);
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  expect(headers['content-encoding']).toBeUndefined();
  return body;
}

const numbersOf = async (id: string) =>
  (await ada.call(listVersions, { params: { id } })).versions.map(({ version }) => version);

test.each(['the bucket', 'this machine'])(
  'what lies in a bucket is built on, and fetched once, where new versions go to %s',
  async (place) => {
    const build = makeBuild();
    const id = await publish(build);
    if (place === 'this machine') await keepNewOnesIn(builtinStorageId);
    const { versions } = await ada.call(listVersions, { params: { id } });
    const before = line.requests.length;
    const { files, changes } = changed(build);
    const version = await updateByChanges(ada, id, changes);
    const original = versions[0]?.storageFileName ?? 'none';
    const gets = line.requests.slice(before).filter((request) => request.startsWith('GET'));
    expect(gets).toEqual([expect.stringContaining(original)]);
    await expectExactly(id, version, files);
  },
);

test('where the upload of an earlier version was dropped, what it serves is fetched from the bucket', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const bare = makeChanges([keptFile(build.page), { path: 'main.js', data: newId() }]);
  await server.context.db.updateTable('storage_configs').set({ retention_days: 1 }).execute();
  await updateByChanges(ada, id, bare);
  server.clock.advance(2 * 86_400_000);
  ada = await signIn(server, ada.email.split('@')[0]?.replaceAll('.', ' ') ?? '');
  await dropOldOriginals(server.context, new AbortController().signal);
  await server.context.db.updateTable('storage_configs').set({ retention_days: null }).execute();
  await forgetCached();
  const files = [build.page, build.script, build.level];
  await expectExactly(id, await updateByChanges(ada, id, makeChanges(files.map(keptFile))), files);
});

test('while the bucket is away the whole build is asked for, which needs nothing of it', async () => {
  const build = makeBuild();
  const id = await publish(build);
  await keepNewOnesIn(builtinStorageId);
  const { files, changes } = changed(build);
  const uploadId = await sendChanges(ada, id, changes);
  const whole = await whileAway(async () => {
    await expect(publishVersionOf(ada, id, uploadId)).rejects.toMatchObject({ code: 'changes_unusable' });
    expect(await leftOver(server)).toEqual([]);
    expect(await numbersOf(id)).toEqual(['1.0.0']);
    return publishVersionOf(ada, id, await sendUpload(ada, 'game.zip', zipOf(files)));
  });
  await expectExactly(id, whole, files);
  const next = changed(build);
  await expectExactly(id, await updateByChanges(ada, id, next.changes), next.files);
});

test('where the whole build would go to that bucket too, it is refused in words, and goes through later', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const { files, changes } = changed(build);
  const [asChanges, whole] = [
    await sendChanges(ada, id, changes),
    await sendUpload(ada, 'game.zip', zipOf(files)),
  ];
  await whileAway(async () => {
    await expect(publishVersionOf(ada, id, asChanges)).rejects.toMatchObject({ code: 'changes_unusable' });
    const refused = { code: 'storage_unavailable', status: 503 };
    await expect(publishVersionOf(ada, id, whole)).rejects.toMatchObject(refused);
    expect(await numbersOf(id)).toEqual(['1.0.0']);
  });
  await expectExactly(id, await publishVersionOf(ada, id, whole), files);
});

test('a bucket that goes away while it is read leaves nothing half-done', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const { files, changes } = changed(build);
  const uploadId = await sendChanges(ada, id, changes);
  line.fail({ kind: 'throttle', bytesPerSecond: 500_000 }, { when: /^GET / });
  const before = line.requests.length;
  const publishing = publishVersionOf(ada, id, uploadId);
  publishing.catch(() => {});
  await expect.poll(() => line.requests.length).toBeGreaterThan(before);
  await sleep(300);
  await whileAway(() => expect(publishing).rejects.toMatchObject({ code: 'changes_unusable' }));
  line.heal();
  expect(await leftOver(server)).toEqual([]);
  expect(await numbersOf(id)).toEqual(['1.0.0']);
  await expectExactly(id, await updateByChanges(ada, id, changes), files);
});

test('a version that is deleted and swept away while it is read is built on as it was', async () => {
  const build = makeBuild();
  const id = await publish(build);
  await updateByChanges(ada, id, makeChanges([keptFile(build.page)]));
  await forgetCached();
  const { files, changes } = changed(build);
  const uploadId = await sendChanges(ada, id, changes);
  line.fail({ kind: 'throttle', bytesPerSecond: 2_000_000 }, { when: /^GET / });
  const before = line.requests.length;
  const publishing = publishVersionOf(ada, id, uploadId);
  publishing.catch(() => {});
  await expect.poll(() => line.requests.length).toBeGreaterThan(before);
  const { versions } = await ada.call(listVersions, { params: { id } });
  const versionId = versions.find(({ version }) => version === '1.0.0')?.id ?? '';
  await ada.call(deleteVersion, { params: { id, versionId } });
  await ageBlobs(server.context);
  await sweepBlobs(server.context, new AbortController().signal);
  await expectExactly(id, await publishing, files);
});

test('bytes that are others than were stored are built on by nobody', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const { files, changes } = changed(build);
  line.fail({ kind: 'corrupt', atByte: 400_000 }, { when: /^GET / });
  await expect(updateByChanges(ada, id, changes)).rejects.toMatchObject({ code: 'changes_unusable' });
  line.heal();
  expect(await leftOver(server)).toEqual([]);
  await expectExactly(id, await updateByChanges(ada, id, changes), files);
});

test('where the bucket does not take what was made, the same upload is published once it does', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const { files, changes } = changed(build);
  const uploadId = await sendChanges(ada, id, changes);
  line.fail({ kind: 'reset' }, { when: /^PUT / });
  await expect(publishVersionOf(ada, id, uploadId)).rejects.toMatchObject({ code: 'storage_unavailable' });
  line.heal();
  expect(await numbersOf(id)).toEqual(['1.0.0']);
  await expectExactly(id, await publishVersionOf(ada, id, uploadId), files);
});

test('nobody waits for a bucket that gives its bytes one by one', async () => {
  const build = makeBuild();
  const id = await publish(build);
  const { files, changes } = changed(build);
  const uploadId = await sendChanges(ada, id, changes);
  line.fail({ kind: 'throttle', bytesPerSecond: 20_000 }, { when: /^GET / });
  const upload = { path: uploadPath(server.context, uploadId), size: changes.length };
  const began = performance.now();
  await expect(assembleUpload(server.context, id, upload, 1_000)).rejects.toMatchObject({
    code: 'changes_unusable',
  });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await leftOver(server)).toEqual([uploadId]);
  // What comes late is torn, and the next attempt asks anew.
  line.heal();
  await whileAway(async () => {});
  await expectExactly(id, await publishVersionOf(ada, id, uploadId), files);
});
