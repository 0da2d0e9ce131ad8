import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { type S3Server, startFauxqs } from '#server/testing/storage/s3-server.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  moveFilesHere,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import { sampleFiles } from '../configs/store.ts';
import { awsInput } from '../configs/testing.ts';
import { moveFiles } from '../moving/move-files.ts';
import { putBlobs } from '../put-blobs.ts';
import { stage } from '../testing.ts';

let fauxqs: S3Server;
let proxy: FaultProxy;
let server: TestServer;
let admin: Person;
const buckets = ['before', 'after', 'third', 'fourth', 'fifth', 'sixth'];
beforeAll(async () => {
  fauxqs = await startFauxqs();
  proxy = await FaultProxy.before(fauxqs.port);
  const { bucketName, accessKeyId, secretAccessKey, ...options } = fauxqs.options();
  const client = new S3Client({
    ...options,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  for (const bucket of buckets)
    await client.send(new CreateBucketCommand({ Bucket: `${bucketName}-${bucket}` }));
  client.destroy();
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1', FLUX_LOG_LEVEL: 'silent' } });
});
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await fauxqs.close();
});

const never = new AbortController().signal;
const params = (id: string) => ({ params: { id } });

function input(bucket: string, endpoint = proxy.url) {
  const { bucketName, accessKeyId, secretAccessKey, region } = fauxqs.options(endpoint);
  return awsInput({ accessKeyId, secretAccessKey, region, endpoint, bucketName: `${bucketName}-${bucket}` });
}

async function add(bucket: string): Promise<string> {
  const { id } = await admin.call(createStorageConfig, { body: input(bucket) });
  expect(await admin.call(testStorageConfig, params(id))).toMatchObject({ ok: true });
  return id;
}

const turnTo = (id: string, bucket: string) =>
  admin.call(updateStorageConfig, { ...params(id), body: input(bucket) });

/** The files that rows locate in a store without them. */
async function missing(id: string): Promise<string[]> {
  const { context } = server;
  const store = await context.stores.of(id);
  const { rows } = await context.pool.query<{ key: string }>(
    'select key from blob_encodings where storage_id = $1',
    [id],
  );
  const lost: string[] = [];
  for (const { key } of rows) if (!(await store.stat(key))) lost.push(key);
  return lost;
}

/** Holds such puts up until they are released; resolves when the first of them has come. */
async function holdPuts(which: RegExp): Promise<void> {
  proxy.requests.length = 0;
  proxy.fail({ kind: 'held' }, { when: which });
  await expect.poll(() => proxy.requests.some((line) => which.test(line))).toBe(true);
}

const ofBlobs = /^PUT \S+\/blobs\//;

test('uploads in progress are not committed if the active configuration moves to another bucket', async () => {
  const id = await add('before');
  await admin.call(activateStorageConfig, params(id));
  const content = await stage(server.context, randomBytes(2_000));
  const held = holdPuts(ofBlobs);
  const keeping = putBlobs(server.context, [content]).catch((error: unknown) => error);
  await held;
  await turnTo(id, 'after');
  proxy.release();
  expect(await keeping).toMatchObject({ code: 'storage_unavailable' });
  expect(await missing(id)).toEqual([]);
  // A retry goes to the configuration's new location.
  await putBlobs(server.context, [await stage(server.context, randomBytes(2_000))]);
  expect(await missing(id)).toEqual([]);
  await admin.call(activateStorageConfig, params(builtinStorageId));
});

test('a move continues to its target’s new location, and commits nothing copied elsewhere', async () => {
  const id = await add('third');
  await putBlobs(server.context, [await stage(server.context, randomBytes(2_000))]);
  await admin.call(moveFilesHere, params(id));
  const held = holdPuts(ofBlobs);
  const moving = moveFiles(server.context, id, never);
  await held;
  await turnTo(id, 'fourth');
  proxy.release();
  expect(await moving).toBe('again');
  expect(await missing(id)).toEqual([]);
  await expect.poll(() => moveFiles(server.context, id, never)).toBe('over');
  expect(await missing(id)).toEqual([]);
});

test('a configuration is not moved away from files added during the test', async () => {
  const id = await add('fifth');
  await admin.call(activateStorageConfig, params(id));
  const held = holdPuts(/^PUT \S+-sixth\/health\//);
  const turning = turnTo(id, 'sixth').catch((error: unknown) => error);
  await held;
  await putBlobs(server.context, [await stage(server.context, randomBytes(2_000))]);
  proxy.release();
  expect(await turning).toMatchObject({ code: 'conflict', message: expect.stringContaining('came or went') });
  expect(await missing(id)).toEqual([]);
  await admin.call(activateStorageConfig, params(builtinStorageId));
});

test('the checked files are spread over the whole store, also a small one', async () => {
  const { context } = server;
  await context.pool.query(
    `with made as (
       insert into blobs (sha256, size, touched_at)
         select sha256(('many ' || n)::bytea), 1, now() from generate_series(1, 2000) n returning sha256)
     insert into blob_encodings (sha256, encoding, size, stored_sha256, key, created_at)
       select sha256, 'identity', 1, sha256, 'blobs/xx/xx/' || encode(sha256, 'hex') || '.identity', now() from made`,
  );
  const found = await sampleFiles(context.db, builtinStorageId, 20);
  const firsts = found.map(({ key }) => Number.parseInt(key.slice(12, 13), 16));
  expect(found).toHaveLength(20);
  expect(new Set(firsts).size).toBeGreaterThan(10);
  await context.pool.query(`delete from blob_encodings where key like 'blobs/xx/%'`);
});
