import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  deleteStorageConfig,
  listStorageConfigs,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import { type Context, closeContext, createContext } from '../../context.ts';
import { BlobStoreError } from '../../platform/blobs/blob-store.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { Player } from '../../testing/http/player.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { awsInput, localInput } from './configs/testing.ts';
import { readMark, removeMark, writeMark } from './connections/mark.ts';
import { createStorageProbe } from './health.ts';
import { blobKey } from './keys.ts';
import { putBlobs } from './put-blobs.ts';
import { findForms } from './read.ts';
import { sweepBlobs, sweepFiles } from './sweep.ts';
import { ageBlobs, sha256, stage } from './testing.ts';
import { foldTotals, readTotals } from './totals.ts';

let server: TestServer;
let context: Context;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1' } });
  ({ context } = server);
  admin = await signIn(server, 'admin', { role: 'admin' });
});
afterAll(() => server.close());

const never = new AbortController().signal;
const params = ({ id }: { id: string }) => ({ params: { id } });
const activate = (id: string) => admin.call(activateStorageConfig, params({ id }));
const addLocal = async () => (await admin.call(createStorageConfig, { body: localInput() })).id;

async function kept(content = randomBytes(300), by: Context = context) {
  await putBlobs(by, [await stage(by, content)]);
  const forms = (await findForms(by, [Buffer.from(sha256(content), 'hex')])).get(sha256(content)) ?? [];
  const [form] = forms;
  if (!form) throw new Error('It was not kept.');
  return form;
}

async function onAnotherServer<Result>(
  work: (other: Context) => Promise<Result>,
  secretKey: string | null = null,
): Promise<Result> {
  const config = { ...context.config, secretKey };
  const other = await createContext(config, createLog('silent'), server.database, { clock: server.clock });
  try {
    return await work(other);
  } finally {
    await closeContext(other);
  }
}

test('new bytes go to the active store, and existing ones are not written again', async () => {
  const content = randomBytes(300);
  const first = await kept(content);
  const id = await addLocal();
  await activate(id);
  expect(await kept(content)).toEqual(first);
  const second = await kept();
  expect([first.storageId, second.storageId]).toEqual([builtinStorageId, id]);
  const store = await context.stores.of(id);
  const bytes = await buffer(await store.get(second.key));
  expect(sha256(bytes)).toBe(second.storedSha256);
  await expect((await context.stores.of(builtinStorageId)).get(second.key)).rejects.toThrow('No blob');
  await activate(builtinStorageId);
});

test('another server uses a new active store immediately', async () => {
  await onAnotherServer(async (other) => {
    const id = await addLocal();
    expect((await kept(undefined, other)).storageId).toBe(builtinStorageId);
    await activate(id);
    const form = await kept(undefined, other);
    expect(form.storageId).toBe(id);
    expect(await (await context.stores.of(id)).stat(form.key)).toMatchObject({ size: 300 });
    // Its open store is reopened after the connection was changed here.
    const [config] = (await admin.call(listStorageConfigs)).filter(
      (each) => each.id !== id && !each.isActive,
    );
    const before = await other.stores.of(config?.id ?? '');
    await activate(builtinStorageId);
    const remote = await admin.call(createStorageConfig, { body: awsInput({ bucketName: 'first' }) });
    const opened = await other.stores.of(remote.id);
    await admin.call(updateStorageConfig, { ...params(remote), body: awsInput({ bucketName: 'second' }) });
    await expect.poll(async () => (await other.stores.of(remote.id)) === opened).toBe(false);
    expect(await other.stores.of(config?.id ?? '')).toBe(before);
    await admin.call(deleteStorageConfig, params(remote));
    await expect
      .poll(() =>
        other.stores.of(remote.id).then(
          () => 'open',
          (error) => error.code,
        ),
      )
      .toBe('storage_unavailable');
  });
});

describe('a store that cannot be opened', () => {
  let brokenId: string;
  beforeAll(async () => {
    brokenId = (await admin.call(createStorageConfig, { body: awsInput() })).id;
    // As after a mistake in the database, or of a version of Flux to come.
    await context.pool.query(`update storage_configs set options = '{"bucketName": 7}' where id = $1`, [
      brokenId,
    ]);
  });
  afterAll(() => context.pool.query('delete from storage_configs where id = $1', [brokenId]));

  test('affects nothing else', async () => {
    await expect(context.stores.of(brokenId)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await kept()).toMatchObject({ storageId: builtinStorageId });
    expect(await createStorageProbe(context)()).toBe(true);
    const places = await context.stores.all();
    const broken = places.find(({ storageId }) => storageId === brokenId);
    await expect(broken?.store.stat('any')).rejects.toMatchObject({ code: 'storage_unavailable' });
    const unlisted = async () => {
      for await (const key of broken?.store.list('') ?? []) throw new Error(key);
    };
    await expect(unlisted()).rejects.toMatchObject({ code: 'storage_unavailable' });
    // The others are swept all the same, and the job says that one was not.
    const stray = randomBytes(50);
    const key = blobKey(sha256(stray), 'identity', sha256(stray));
    const store = await context.stores.of(builtinStorageId);
    await store.put(key, stray, stray.length);
    server.clock.advance(2 * 86_400_000);
    await expect(sweepFiles(context, never)).rejects.toThrow('Some storages could not be swept.');
    expect(await store.stat(key)).toBeNull();
    admin = await signIn(server, 'admin', { role: 'admin' });
  });
});

describe('sweeping by store', () => {
  test('a moved file is deleted from its former store only', async () => {
    const id = await addLocal();
    await admin.call(testStorageConfig, params({ id }));
    const form = await kept();
    const [old, target] = [await context.stores.of(builtinStorageId), await context.stores.of(id)];
    await target.put(form.key, await buffer(await old.get(form.key)), form.size);
    await context.pool.query('update blob_encodings set storage_id = $1 where key = $2', [id, form.key]);
    await sweepFiles(context, never);
    expect(await old.stat(form.key)).not.toBeNull();
    server.clock.advance(2 * 86_400_000);
    await sweepFiles(context, never);
    expect(await old.stat(form.key)).toBeNull();
    expect(await target.stat(form.key)).toMatchObject({ size: form.size });
    await ageBlobs(context);
    await sweepBlobs(context, never);
    expect(await target.stat(form.key)).toBeNull();
    admin = await signIn(server, 'admin', { role: 'admin' });
  });

  test('an unresponsive store blocks neither the sweep nor publishers', async () => {
    const id = await addLocal();
    await admin.call(testStorageConfig, params({ id }));
    const store = await context.stores.of(id);
    const contents = Array.from({ length: 250 }, () => randomBytes(40));
    for (const content of contents) await kept(content);
    const sha256s = contents.map((content) => Buffer.from(sha256(content), 'hex'));
    const lies = 'update blob_encodings set storage_id = $1 where sha256 = any($2)';
    await context.pool.query(lies, [id, sha256s]);
    await ageBlobs(context, sha256s);
    const gate = Promise.withResolvers<never>();
    let asked = 0;
    const hang = () => {
      asked += 1;
      return gate.promise;
    };
    const { stat, delete: remove } = store;
    Object.assign(store, { stat: hang, delete: hang });
    try {
      const sweeping = sweepBlobs(context, never);
      await expect.poll(() => asked).toBeGreaterThan(0);
      const again = Promise.all(contents.slice(0, 100).map((content) => kept(content)));
      const late = sleep(5_000).then(() => 'late');
      expect(await Promise.race([again.then(() => 'kept'), late])).toBe('kept');
      gate.reject(new BlobStoreError('unreachable'));
      await sweeping;
      await again;
      expect(asked).toBe(1);
    } finally {
      Object.assign(store, { stat, delete: remove });
    }
    // The daily sweep of files finds the rest.
    const rest = await findForms(context, sha256s);
    expect(rest.size).toBe(100);
  });

  test('files in a store with another’s mark are not swept', async () => {
    const id = await addLocal();
    await admin.call(testStorageConfig, params({ id }));
    const store = await context.stores.of(id);
    await activate(id);
    const [first, second] = [await kept(), await kept()];
    await activate(builtinStorageId);
    await ageBlobs(context);
    await writeMark(store, 'c'.repeat(26));
    await sweepBlobs(context, never);
    expect([await store.stat(first.key), await store.stat(second.key)]).not.toContain(null);
  });

  test('a store without the mark, or with another’s, is not swept', async () => {
    const id = await addLocal();
    const store = await context.stores.of(id);
    const stray = randomBytes(50);
    const key = blobKey(sha256(stray), 'identity', sha256(stray));
    await store.put(key, stray, stray.length);
    server.clock.advance(2 * 86_400_000);
    await sweepFiles(context, never);
    await writeMark(store, 'c'.repeat(26));
    await sweepFiles(context, never);
    expect(await store.stat(key)).not.toBeNull();
    admin = await signIn(server, 'admin', { role: 'admin' });
    expect(await admin.call(testStorageConfig, params({ id }))).toMatchObject({ ok: false });
    await removeMark(store, id);
    expect(await readMark(store)).toBe('c'.repeat(26));
    await store.put('flux/owner', Buffer.alloc(200, 'x'), 200);
    expect(await readMark(store)).not.toBe(id);
    await store.delete('flux/owner');
    expect(await admin.call(testStorageConfig, params({ id }))).toMatchObject({ ok: true });
    await sweepFiles(context, never);
    expect(await store.stat(key)).toBeNull();
  });
});

test('the number of files per store is known without counting, under concurrency and folding', async () => {
  const id = await addLocal();
  const counted = async () => {
    const { rows } = await context.pool.query<{ id: string; count: number; bytes: number }>(
      'select storage_id as id, count(*) as count, sum(size)::bigint as bytes from blob_encodings group by 1',
    );
    return new Map(rows.map((row) => [row.id, { count: row.count, bytes: row.bytes }]));
  };
  const known = async () =>
    new Map([...(await readTotals(context.db))].filter(([, { count, bytes }]) => count !== 0 || bytes !== 0));
  await Promise.all(
    Array.from({ length: 30 }, async (_, turn) => {
      const form = await kept(randomBytes(100 + turn));
      if (turn % 3 === 0)
        await context.pool.query('update blob_encodings set storage_id = $1 where key = $2', [id, form.key]);
      if (turn % 5 === 0) await context.pool.query('delete from blob_encodings where key = $1', [form.key]);
      if (turn % 7 === 0) await foldTotals(context.db);
      await context.db
        .transaction()
        .execute(async (trx) => {
          await trx.deleteFrom('blob_encodings').execute();
          throw new Error('rolled back');
        })
        .catch(() => {});
    }),
  );
  expect(await known()).toEqual(await counted());
  await Promise.all([foldTotals(context.db), foldTotals(context.db), foldTotals(context.db)]);
  await foldTotals(context.db);
  expect(await known()).toEqual(await counted());
  const { rows } = await context.pool.query('select storage_id from storage_totals');
  expect(rows.length).toBe(new Set(rows.map((row) => row.storage_id)).size);
});

describe('after FLUX_SECRET_KEY was changed', () => {
  test('the server starts, plays local files, and names the secrets to enter again', async () => {
    const page = Buffer.from('<!doctype html><title>Pong</title>');
    const uploadId = await sendUpload(admin, 'pong.html', page);
    const app = await publishApp(admin, { body: { name: 'Pong', uploadId } });
    const { id } = await admin.call(createStorageConfig, { body: awsInput() });
    await onAnotherServer(async (other) => {
      const form = await kept(undefined, other);
      expect(await (await other.stores.of(form.storageId)).stat(form.key)).toMatchObject({ size: 300 });
      await expect(other.stores.of(id)).rejects.toMatchObject({
        code: 'storage_unavailable',
        cause: {
          message:
            'The secrets of this configuration cannot be read, because FLUX_SECRET_KEY is not the one they were stored with. Please enter them anew.',
        },
      });
      expect((await other.stores.all()).length).toBeGreaterThan(1);
    }, 'another key of at least 32 characters');
    expect((await new Player(server).open(`/serve/${app.id}`, admin.cookie)).text).toContain('Pong');
    expect(await readdir(join(context.folders.blobs, 'blobs'))).not.toEqual([]);
    await admin.call(deleteStorageConfig, params({ id }));
  });
});
