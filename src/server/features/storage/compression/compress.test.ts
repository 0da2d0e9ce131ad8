import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtinStorageId } from '#shared/storage.ts';
import type { ContentEncoding } from '#shared/versions.ts';
import { BlobStoreError } from '../../../platform/blobs/blob-store.ts';
import { LocalBlobStore } from '../../../platform/blobs/local.ts';
import { addApp } from '../../../testing/apps.ts';
import { signIn } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { DistantStore, storesOf } from '../../../testing/storage/distant-store.ts';
import { keepBlobs } from '../keep.ts';
import { findForms } from '../read.ts';
import { sweepFiles } from '../sweep.ts';
import { builtinStore, sha256, stage } from '../testing.ts';
import { compressBlobs, compressionJobs, queueCompression, queueForgotten } from './compress.ts';
import { compressBlob, type Effort } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { Places } from './places.ts';

let server: TestServer;
let context: TestServer['context'];
beforeAll(async () => {
  server = await startServer({ jobs: true, env: { FLUX_LOG_LEVEL: 'silent' } });
  context = server.context;
});
afterAll(() => server.close());

const never = new AbortController().signal;

/** Compressible, and different each time. */
function prose(bytes: number): Buffer {
  const words = Array.from({ length: 200 }, () => randomBytes(3).toString('hex'));
  let content = '';
  while (content.length < bytes) content += `${words[randomBytes(1).readUInt8(0) % words.length]} `;
  return Buffer.from(content.slice(0, bytes));
}

async function formsOf(content: Buffer) {
  const forms = (await findForms(context, [Buffer.from(sha256(content), 'hex')])).get(sha256(content)) ?? [];
  return new Map(forms.map((form) => [form.encoding, form]));
}

async function kept(content: Buffer, encodings?: ContentEncoding[]): Promise<string> {
  await keepBlobs(context, [await stage(context, content, encodings)]);
  return sha256(content);
}

/** @returns the sha256 of each encoded form */
async function keptAs(content: Buffer, encoded: Partial<Record<ContentEncoding, Buffer>>): Promise<string[]> {
  const staged = await stage(context, content);
  const forms = await Promise.all(
    Object.entries(encoded).map(async ([encoding, bytes]) => {
      const path = `${staged.forms[0]?.path}.${encoding}`;
      await writeFile(path, bytes);
      const storedSha256 = sha256(bytes);
      return { encoding: encoding as ContentEncoding, path, size: bytes.length, storedSha256 };
    }),
  );
  await keepBlobs(context, [{ ...staged, forms: [...staged.forms, ...forms] }]);
  return forms.map((form) => form.storedSha256);
}

async function jobCount(effort: Effort): Promise<number> {
  const { rows } = await context.pool.query('select count(*)::int as count from jobs.job where name = $1', [
    compressionJobs[effort],
  ]);
  return rows[0].count;
}

/** A version of somebody's that serves these contents encoded, or not. */
async function serve(contents: readonly Buffer[], encodable: boolean): Promise<void> {
  const app = await addApp(server, await signIn(server, 'ada'));
  const file = { version_id: app.activeVersionId, content_type: 'text/plain', role: null, encodable };
  for (const content of contents) {
    const row = { ...file, path: sha256(content), sha256: Buffer.from(sha256(content), 'hex') };
    await context.db
      .insertInto('version_files')
      .values({ ...row, size: content.length })
      .execute();
  }
}

const compressBoth = async (id: string) => {
  await compressBlobs(context, 'quick', [id], never);
  await compressBlobs(context, 'best', [id], never);
};

test('a queued blob gets every encoding that pays, and each decodes to the content', async () => {
  const content = prose(200_000);
  const heard: string[] = [];
  const forget = context.changes.subscribe({ onChange: (change) => heard.push(change.id), onGap: () => {} });
  const id = await kept(content);
  await queueCompression(context, [id]);
  await expect
    .poll(async () => [...(await formsOf(content)).keys()].sort(), { timeout: 20_000 })
    .toEqual(['br', 'gzip', 'identity', 'zstd']);
  const forms = await formsOf(content);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const encoding of ['br', 'gzip', 'zstd'] as const) {
    const form = forms.get(encoding);
    const stored = await buffer(await (await builtinStore(context)).get(form?.key ?? ''));
    expect([stored.length, sha256(stored)]).toEqual([form?.size, form?.storedSha256]);
    expect(decode[encoding](stored).equals(content)).toBe(true);
  }
  expect(heard.filter((other) => other === id)).toHaveLength(3);
  forget();
}, 40_000);

test('what a server that died never queued is queued later, and only what a version serves encoded', async () => {
  const [served, plain, orphan] = [prose(20_000), prose(20_000), prose(20_000)];
  for (const content of [served, plain, orphan]) await kept(content);
  await serve([served], true);
  await serve([plain], false);
  await queueForgotten(context);
  const before = await jobCount('quick');
  server.clock.advance(11 * 60_000);
  await queueForgotten(context);
  expect(await jobCount('quick')).toBe(before + 1);
  // An upload of this moment comes before it.
  await queueCompression(context, [await kept(prose(20_000))]);
  const { rows } = await context.pool.query(
    `select priority > lag(priority) over (order by created_on) as first from jobs.job where name = $1
     order by created_on desc limit 1`,
    [compressionJobs.quick],
  );
  expect(rows).toEqual([{ first: true }]);
  await expect.poll(async () => (await formsOf(served)).size, { timeout: 20_000 }).toBe(4);
  for (const content of [plain, orphan]) expect((await formsOf(content)).size).toBe(1);
}, 40_000);

test('what cannot be compressed is in one job, however often it is asked for and whatever else is', async () => {
  const [lost, beside] = [prose(20_000), prose(20_000)];
  const id = await kept(lost);
  await serve([lost], true);
  const store = await builtinStore(context);
  await store.delete((await formsOf(lost)).get('identity')?.key ?? '');
  await queueCompression(context, [id, await kept(beside)]);
  const jobs = async (): Promise<string[]> => {
    const { rows } = await context.pool.query(
      `select state from jobs.job where name like 'storage.compress-%' and data->'sha256s' ? $1`,
      [id],
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(jobs, { timeout: 20_000 }).toEqual(['retry']);
  // The others of its job do not wait for it.
  await expect.poll(async () => (await formsOf(beside)).has('br'), { timeout: 20_000 }).toBe(true);
  for (const size of [5_000, 30_000]) {
    const other = prose(size);
    await kept(other);
    await serve([other], true);
    server.clock.advance(11 * 60_000);
    await queueForgotten(context);
    expect(await jobs()).toHaveLength(1);
    await expect.poll(async () => (await formsOf(other)).has('br'), { timeout: 20_000 }).toBe(true);
  }
  await context.db.deleteFrom('version_files').where('sha256', '=', Buffer.from(id, 'hex')).execute();
}, 90_000);

test('nothing is compressed twice, also what was not worth keeping', async () => {
  const noise = randomBytes(50_000);
  const id = await kept(noise);
  await compressBoth(id);
  expect([...(await formsOf(noise)).keys()]).toEqual(['identity']);
  const row = await context.db
    .selectFrom('blobs')
    .select('compression')
    .where('sha256', '=', Buffer.from(id, 'hex'))
    .executeTakeFirst();
  expect(row?.compression).toBe('best');
  const counts = async () => [await jobCount('quick'), await jobCount('best')];
  const before = await counts();
  await queueCompression(context, [id]);
  expect(await counts()).toEqual(before);
});

test('what was packed as well as can be is kept as uploaded, and gzip is made for those who cannot read it', async () => {
  const content = prose(50_000);
  const [uploaded] = await keptAs(content, { br: brotliCompressSync(content) });
  await compressBoth(sha256(content));
  const forms = await formsOf(content);
  expect([...forms.keys()].sort()).toEqual(['br', 'gzip', 'identity']);
  expect(forms.get('br')?.storedSha256).toBe(uploaded);
});

test('what was packed poorly is packed again and replaced, and its old file goes with a sweep', async () => {
  const places = Array.from({ length: 1_500 }, (_, id) => ({
    id,
    at: Math.sin(id).toFixed(4),
    kind: id % 3,
  }));
  const content = Buffer.from(JSON.stringify(places));
  const quality = (value: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } });
  const uploads = {
    br: brotliCompressSync(content, quality(0)),
    gzip: gzipSync(content, { level: 1 }),
  };
  await keptAs(content, uploads);
  const before = await formsOf(content);
  await compressBoth(sha256(content));
  const forms = await formsOf(content);
  expect([...forms.keys()].sort()).toEqual(['br', 'gzip', 'identity']);
  const store = await builtinStore(context);
  for (const encoding of ['br', 'gzip'] as const) {
    expect(forms.get(encoding)?.size).toBeLessThan(0.98 * uploads[encoding].length);
    const stored = await buffer(await store.get(forms.get(encoding)?.key ?? ''));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
    expect(decode(stored).equals(content)).toBe(true);
    expect(await store.stat(before.get(encoding)?.key ?? '')).not.toBeNull();
  }
  const later = new Date(Date.now() + 25 * 3_600_000);
  await sweepFiles({ ...context, clock: { now: () => later } }, never);
  for (const encoding of ['br', 'gzip'] as const) {
    expect(await store.stat(before.get(encoding)?.key ?? '')).toBeNull();
    expect(await store.stat(forms.get(encoding)?.key ?? '')).not.toBeNull();
  }
});

test('brotli is kept for those who read no zstd, though zstd is as small', async () => {
  const content = prose(50_000);
  const small = zstdCompressSync(content).subarray(0, 5_000);
  await keptAs(content, { zstd: small, gzip: gzipSync(content) });
  await compressBoth(sha256(content));
  expect((await formsOf(content)).has('br')).toBe(true);
});

test('pictures, archives and very small files stay as they are', async () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000, 'a')]);
  const small = Buffer.alloc(255, 'a');
  for (const content of [png, small]) {
    await compressBoth(await kept(content));
    expect([...(await formsOf(content)).keys()]).toEqual(['identity']);
  }
});

test('best effort on a blob that the quick one was not spent on makes all forms', async () => {
  const content = prose(20_000);
  await compressBlobs(context, 'best', [await kept(content)], never);
  expect((await formsOf(content)).size).toBe(4);
});

test('a killed compressor leaves no form and no file, and the next run completes', async () => {
  const content = prose(1_500_000);
  const id = await kept(content);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 700);
  await compressBlobs(context, 'best', [id], stop.signal).catch(() => {});
  expect(stop.signal.aborted).toBe(true);
  expect((await formsOf(content)).has('br')).toBe(false);
  expect((await readdir(context.folders.staging)).filter((name) => name.startsWith('compress-'))).toEqual([]);
  await compressBlobs(context, 'best', [id], never);
  expect((await formsOf(content)).has('br')).toBe(true);
}, 60_000);

test('where there is no place to compress, each try fails in words and keeps no connection', async () => {
  const id = await kept(prose(1_000));
  const folders = { ...context.folders, staging: `${context.folders.staging}-missing` };
  for (let round = 0; round <= context.config.databasePoolSize; round += 1) {
    const failed = compressBlobs({ ...context, folders }, 'quick', [id], never);
    await expect(failed).rejects.toMatchObject({ errors: [{ code: 'ENOENT' }] });
  }
});

test('a form that does not decode to the content is refused', async () => {
  const staged = await stage(context, prose(5_000));
  const compressor = startCompressor(never);
  const request = {
    encoding: 'zstd' as const,
    source: staged.forms[0]?.path ?? '',
    output: `${staged.forms[0]?.path}.zstd`,
    size: staged.size,
    sha256: sha256(Buffer.from('something else')),
    dictionary: null,
  };
  await expect(compressor.compress(request)).rejects.toThrow('does not decode');
  await compressor.stop();
});

test('a place that does not answer is asked once in a job, and keeps nothing waiting that lies elsewhere', async () => {
  const cloud = new DistantStore(new LocalBlobStore(context.folders.blobs));
  const cloudId = 'c'.repeat(26);
  const { stores } = context;
  const far = await Promise.all(Array.from({ length: 12 }, () => kept(prose(3_000))));
  const near = await kept(prose(30_000));
  await context.db
    .insertInto('storage_configs')
    .values({
      id: cloudId,
      provider: 'aws-s3',
      name: 'Cloud',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  const lie = (storageId: string) =>
    context.pool.query(`update blob_encodings set storage_id = $1 where encode(sha256, 'hex') = any($2)`, [
      storageId,
      far,
    ]);
  await lie(cloudId);
  const builtin = await builtinStore(context);
  let asked = 0;
  Object.assign(cloud, {
    get: async () => {
      asked += 1;
      throw new BlobStoreError('unreachable');
    },
  });
  try {
    Object.assign(context, { stores: storesOf({ [builtinStorageId]: builtin, [cloudId]: cloud }) });
    // It is no failure: what is not done is asked for again.
    await compressBlobs(context, 'quick', [...far, near], never);
    expect(asked).toBe(1);
    const forms = await findForms(context, [Buffer.from(near, 'hex')]);
    expect(forms.get(near)?.length).toBeGreaterThan(1);
    // Nor is anything compressed, again and again, for an active place that takes nothing.
    const next = [await kept(prose(30_000)), await kept(prose(30_000))];
    let puts = 0;
    const away = new DistantStore(builtin);
    away.problem = 'unreachable';
    away.onPut = async () => {
      puts += 1;
    };
    Object.assign(context, { stores: storesOf({ [cloudId]: away, [builtinStorageId]: builtin }) });
    await compressBlobs(context, 'quick', next, never);
    expect(puts).toBe(1);
    const compressor = { compress: vi.fn(), stop: async () => {} };
    const tools = { compressor, places: new Places(context) };
    await expect(compressBlob(context, tools, next[0] ?? '', 'quick')).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(compressor.compress).not.toHaveBeenCalled();
  } finally {
    Object.assign(context, { stores });
    await lie(builtinStorageId);
  }
});

test('what was just uploaded is packed quickly while brotli 11 of a large file goes on', async () => {
  const [large, small] = [prose(6_000_000), prose(20_000)];
  await compressBlobs(context, 'quick', [await kept(large)], never);
  await queueCompression(context, [sha256(large)]);
  const running = async () => {
    const values = [compressionJobs.best];
    return (await context.pool.query("select from jobs.job where name = $1 and state = 'active'", values))
      .rowCount;
  };
  await expect.poll(running, { timeout: 20_000, interval: 20 }).toBe(1);
  await queueCompression(context, [await kept(small)]);
  await expect.poll(async () => (await formsOf(small)).has('gzip'), { timeout: 20_000 }).toBe(true);
  expect((await formsOf(large)).has('br')).toBe(false);
}, 60_000);
