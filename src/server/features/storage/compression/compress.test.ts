import { readdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import { LocalBlobStore } from '#server/platform/blobs/local.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { DistantStore, storesOf } from '#server/testing/storage/distant-store.ts';
import { builtinStorageId } from '#shared/storage/storage.ts';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import { putBlobs } from '../put-blobs.ts';
import { findForms } from '../read.ts';
import { sweepFiles } from '../sweep.ts';
import { builtinStore, sha256, stage } from '../testing.ts';
import { compressBlobs } from './compress.ts';
import { compressBlob } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { JobStores } from './job-stores.ts';
import { compressBoth, formsOf, keep, prose } from './testing.ts';

let server: TestServer;
let context: TestServer['context'];
beforeAll(async () => {
  server = await startServer({ jobs: true, env: { FLUX_LOG_LEVEL: 'silent' } });
  context = server.context;
});
afterAll(() => server.close());

const never = new AbortController().signal;

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
  await putBlobs(context, [{ ...staged, forms: [...staged.forms, ...forms] }]);
  return forms.map((form) => form.storedSha256);
}

test('a well compressed upload is kept, with gzip for other browsers', async () => {
  const content = prose(50_000);
  const [uploaded] = await keptAs(content, { br: brotliCompressSync(content) });
  await compressBoth(context, sha256(content));
  const forms = await formsOf(context, content);
  expect([...forms.keys()].sort()).toEqual(['br', 'gzip', 'identity']);
  expect(forms.get('br')?.storedSha256).toBe(uploaded);
});

test('a poorly compressed upload is replaced, and its file is swept', async () => {
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
  const before = await formsOf(context, content);
  await compressBoth(context, sha256(content));
  const forms = await formsOf(context, content);
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

test('brotli is kept for browsers without zstd, even if zstd is as small', async () => {
  const content = prose(50_000);
  const small = zstdCompressSync(content).subarray(0, 5_000);
  await keptAs(content, { zstd: small, gzip: gzipSync(content) });
  await compressBoth(context, sha256(content));
  expect((await formsOf(context, content)).has('br')).toBe(true);
});

test('pictures, archives and very small files are not compressed', async () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000, 'a')]);
  const small = Buffer.alloc(255, 'a');
  for (const content of [png, small]) {
    await compressBoth(context, await keep(context, content));
    expect([...(await formsOf(context, content)).keys()]).toEqual(['identity']);
  }
});

test('best effort without an earlier quick run makes all forms', async () => {
  const content = prose(20_000);
  await compressBlobs(context, 'best', [await keep(context, content)], never);
  expect((await formsOf(context, content)).size).toBe(4);
});

test('a killed compressor leaves no form and no file, and the next run completes', async () => {
  const content = prose(1_500_000);
  const id = await keep(context, content);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 700);
  await compressBlobs(context, 'best', [id], stop.signal).catch(() => {});
  expect(stop.signal.aborted).toBe(true);
  expect((await formsOf(context, content)).has('br')).toBe(false);
  expect((await readdir(context.folders.staging)).filter((name) => name.startsWith('compress-'))).toEqual([]);
  await compressBlobs(context, 'best', [id], never);
  expect((await formsOf(context, content)).has('br')).toBe(true);
});

test('without a usable store each attempt fails with a reason and releases its connection', async () => {
  const id = await keep(context, prose(1_000));
  const folders = { ...context.folders, staging: `${context.folders.staging}-missing` };
  for (let round = 0; round <= context.config.databasePoolSize; round += 1) {
    const failed = compressBlobs({ ...context, folders }, 'quick', [id], never);
    await expect(failed).rejects.toMatchObject({ errors: [{ code: 'ENOENT' }] });
  }
});

test('a form that does not decompress to the content is refused', async () => {
  const staged = await stage(context, prose(5_000));
  const compressor = startCompressor(never);
  const request = {
    encoding: 'zstd' as const,
    source: staged.forms[0]?.path ?? '',
    output: `${staged.forms[0]?.path}.zstd`,
    size: staged.size,
    sha256: sha256(Buffer.from('something else')),
    dictionary: null,
    maxBytes: staged.size,
  };
  await expect(compressor.compress(request)).rejects.toThrow('does not decompress');
  await compressor.stop();
});

test('an unavailable store is tried once per job and delays no blobs elsewhere', async () => {
  const cloud = new DistantStore(new LocalBlobStore(context.folders.blobs));
  const cloudId = 'c'.repeat(26);
  const { stores } = context;
  const far = await Promise.all(Array.from({ length: 12 }, () => keep(context, prose(3_000))));
  const near = await keep(context, prose(30_000));
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
    // Nothing is compressed repeatedly for an active store that accepts nothing.
    const next = [await keep(context, prose(30_000)), await keep(context, prose(30_000))];
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
    const tools = { compressor, places: new JobStores(context) };
    await expect(compressBlob(context, tools, next[0] ?? '', 'quick')).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(compressor.compress).not.toHaveBeenCalled();
  } finally {
    Object.assign(context, { stores });
    await lie(builtinStorageId);
  }
});
