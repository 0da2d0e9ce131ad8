import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DistantStore } from '#server/testing/storage/distant-store.ts';
import { createLog } from '../../telemetry/log.ts';
import { BlobNotFoundError, BlobStoreError, type ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';
import { LocalBlobStore } from '../local.ts';
import { BlobCache, type BlobCacheOptions } from './blob-cache.ts';

let root: string;
let folder: string;
let store: DistantStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'flux-cache-'));
  folder = join(root, 'cache');
  await mkdir(folder);
  store = new DistantStore(new LocalBlobStore(join(root, 'distant')));
});
afterEach(async () => {
  for (const cache of caches.splice(0)) await cache.close();
  await rm(root, { recursive: true, force: true });
});

const megabyte = 1_048_576;
const source = async () => store;

const caches: BlobCache[] = [];

function cacheOf(options: Partial<BlobCacheOptions> = {}): BlobCache {
  const cache = new BlobCache({ folder, maxBytes: 64 * megabyte, log: createLog('silent'), ...options });
  caches.push(cache);
  return cache;
}

let made = 0;
async function stored(bytes: Buffer): Promise<PlacedForm> {
  made += 1;
  const key = `blobs/${made}`;
  await store.put(key, bytes, bytes.length);
  const storedSha256 = createHash('sha256').update(bytes).digest('hex');
  return { storageId: 'distant', key, size: bytes.length, storedSha256 };
}

const all = (form: PlacedForm): ByteRange => ({ start: 0, end: form.size - 1 });

async function read(cache: BlobCache, form: PlacedForm, range = all(form)): Promise<Buffer> {
  const file = await cache.open(form, source);
  try {
    if (file.kind === 'growing') return await buffer(await file.stream(range));
    const whole = await file.handle.readFile();
    return whole.subarray(range.start, range.end + 1);
  } finally {
    await file.close();
  }
}

async function isKept(cache: BlobCache, form: PlacedForm): Promise<boolean> {
  const file = await cache.open(form, async () => {
    throw new BlobStoreError('unreachable');
  });
  await file.close();
  return file.kind === 'file';
}

/** A store that sends as far as is asked for, and no further. */
function gate() {
  let open = 0;
  let wake = () => {};
  store.onChunk = async (chunk, position) => {
    while (position + chunk.length > open) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return chunk;
  };
  return (bytes: number) => {
    open = bytes;
    wake();
  };
}

async function unfinished(): Promise<string[]> {
  return readdir(join(folder, '~unfinished')).catch(() => []);
}

const settled = () => expect.poll(unfinished).toEqual([]);

test('concurrent requests share one fetch, and each gets all bytes', async () => {
  const bytes = randomBytes(3 * megabyte);
  const form = await stored(bytes);
  const cache = cacheOf();
  const found = await Promise.all(Array.from({ length: 40 }, () => read(cache, form)));
  for (const one of found) expect(one.equals(bytes)).toBe(true);
  expect((await read(cache, form)).equals(bytes)).toBe(true);
  expect(store.gets).toHaveLength(1);
});

test.each([1, 100, 65_535, 65_536, 65_537, 500_000])('%d bytes are returned as stored', async (size) => {
  const bytes = randomBytes(size);
  const form = await stored(bytes);
  const cache = cacheOf();
  expect((await read(cache, form)).equals(bytes)).toBe(true);
  await settled();
  expect(await isKept(cache, form)).toBe(true);
  expect((await read(cache, form)).equals(bytes)).toBe(true);
});

test('a reader follows the growing file, and gets its end after verification', async () => {
  const bytes = randomBytes(2 * megabyte);
  const form = await stored(bytes);
  const send = gate();
  const file = await cacheOf().open(form, source);
  if (file.kind !== 'growing') throw new Error('It is in the cache already.');
  send(megabyte);
  const stream = await file.stream(all(form));
  let got = 0;
  stream.on('data', (chunk: Buffer) => {
    got += chunk.length;
  });
  await expect.poll(() => got).toBe(megabyte);
  send(2 * megabyte - 1);
  await expect.poll(() => got).toBeLessThan(2 * megabyte - 65_535);
  await sleep(100);
  expect(got).toBeLessThanOrEqual(2 * megabyte - 65_536);
  send(2 * megabyte);
  await expect.poll(() => got).toBe(2 * megabyte);
  await file.close();
});

test('damaged bytes are never complete in any reader, nor cached; the next request fetches again', async () => {
  const bytes = randomBytes(megabyte);
  const form = await stored(bytes);
  const cache = cacheOf();
  store.onChunk = (chunk, position) => (position === 524_288 ? randomBytes(chunk.length) : chunk);
  const ranges = [all(form), { start: 0, end: 999 }, { start: 900_000, end: form.size - 1 }];
  const results = await Promise.allSettled(ranges.map((range) => read(cache, form, range)));
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { problem: 'broken' } });
  await settled();
  store.onChunk = (chunk) => chunk;
  expect((await read(cache, form)).equals(bytes)).toBe(true);
  expect(store.gets).toHaveLength(2);
});

test.each([
  ['too few', (chunk: Buffer, position: number) => (position === 0 ? chunk.subarray(1) : chunk)],
  ['too many', (chunk: Buffer, position: number) => (position === 0 ? Buffer.concat([chunk, chunk]) : chunk)],
])('%s bytes are detected', async (_name, onChunk) => {
  const form = await stored(randomBytes(megabyte));
  store.onChunk = onChunk;
  await expect(read(cacheOf(), form)).rejects.toMatchObject({ problem: 'broken' });
});

test('a small damaged file is refused before anything is sent', async () => {
  const form = await stored(randomBytes(5_000));
  store.onChunk = (chunk) => randomBytes(chunk.length);
  const file = await cacheOf().open(form, source);
  if (file.kind !== 'growing') throw new Error('It is in the cache already.');
  await expect(file.stream(all(form))).rejects.toMatchObject({ problem: 'broken' });
  await file.close();
});

test('ranges of a running fetch are read from it, also while others read the whole', async () => {
  const bytes = randomBytes(2 * megabyte);
  const form = await stored(bytes);
  const cache = cacheOf();
  const ranges = [
    all(form),
    { start: 7, end: 7 },
    { start: 1_000_000, end: 1_500_000 },
    { start: 0, end: 99 },
  ];
  const found = await Promise.all(ranges.map((range) => read(cache, form, range)));
  found.forEach((part, index) => {
    const range = ranges[index] ?? all(form);
    expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });
  expect(store.gets).toHaveLength(1);
});

test('cached files are served without their store, others fail with BlobStoreError', async () => {
  const [kept, other] = [await stored(randomBytes(200_000)), await stored(randomBytes(200_000))];
  const cache = cacheOf();
  await read(cache, kept);
  await settled();
  store.problem = 'unreachable';
  expect(await read(cache, kept)).toHaveLength(200_000);
  await expect(read(cache, other)).rejects.toMatchObject({
    code: 'storage_unavailable',
    problem: 'unreachable',
  });
  store.problem = null;
  expect(await read(cache, other)).toHaveLength(200_000);
});

test('a missing file fails with BlobNotFoundError', async () => {
  const form = { ...(await stored(randomBytes(100))), key: 'blobs/other' };
  await expect(read(cacheOf(), form)).rejects.toThrow(BlobNotFoundError);
});

test('a store that fails midway aborts every reader, and the next request starts again', async () => {
  const bytes = randomBytes(2 * megabyte);
  const form = await stored(bytes);
  const cache = cacheOf();
  store.onChunk = (chunk, position) => {
    if (position >= megabyte) store.problem = 'unreachable';
    return chunk;
  };
  const broken = await Promise.allSettled([read(cache, form), read(cache, form)]);
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await settled();
  store.problem = null;
  store.onChunk = (chunk) => chunk;
  expect((await read(cache, form)).equals(bytes)).toBe(true);
});

test('a reader without a byte for too long gets an error; slow progress is awaited', async () => {
  const form = await stored(randomBytes(megabyte));
  const cache = cacheOf({ times: { timeoutMs: 300, lingerMs: 50 } });
  const send = gate();
  await expect(read(cache, form)).rejects.toMatchObject({ problem: 'unreachable' });
  await sleep(100);
  const end = { start: megabyte - 10, end: megabyte - 1 };
  const reading = read(cache, form, end);
  for (let sent = 65_536; sent <= megabyte; sent += 65_536) {
    send(sent);
    await sleep(60);
  }
  expect(await reading).toHaveLength(10);
});

test('a fetch without readers ends and leaves nothing', async () => {
  const form = await stored(randomBytes(2 * megabyte));
  const cache = cacheOf({ times: { lingerMs: 50 } });
  const send = gate();
  const file = await cache.open(form, source);
  if (file.kind !== 'growing') throw new Error('It is in the cache already.');
  send(megabyte);
  (await file.stream(all(form))).destroy();
  await file.close();
  await sleep(100);
  send(2 * megabyte);
  await settled();
  expect(await isKept(cacheOf(), form).catch(() => false)).toBe(false);
});

test('an abandoned fetch continues if it is requested again soon', async () => {
  const form = await stored(randomBytes(2 * megabyte));
  const cache = cacheOf({ times: { lingerMs: 5_000 } });
  const send = gate();
  const left = await cache.open(form, source);
  send(megabyte);
  if (left.kind === 'growing') (await left.stream(all(form))).destroy();
  await left.close();
  const reading = read(cache, form);
  send(2 * megabyte);
  expect(await reading).toHaveLength(form.size);
  expect(store.gets).toHaveLength(1);
});

test('a cached file of another length is ignored', async () => {
  const bytes = randomBytes(100_000);
  const form = await stored(bytes);
  const cache = cacheOf();
  await read(cache, form);
  await settled();
  await writeFile(join(folder, form.storedSha256.slice(0, 2), form.storedSha256), 'short');
  expect((await read(cache, form)).equals(bytes)).toBe(true);
});

test('a deleted folder is created again', async () => {
  const form = await stored(randomBytes(1000));
  const cache = cacheOf();
  await read(cache, form);
  await settled();
  await rm(folder, { recursive: true });
  expect(await read(cache, form)).toHaveLength(1000);
  await settled();
  expect(await isKept(cache, form)).toBe(true);
});

test('if the cache cannot be written, everything is served through and verified', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  const bytes = randomBytes(megabyte);
  const form = await stored(bytes);
  const cache = cacheOf();
  expect((await read(cache, form)).equals(bytes)).toBe(true);
  expect(
    (await read(cache, form, { start: 500_000, end: 500_009 })).equals(bytes.subarray(500_000, 500_010)),
  ).toBe(true);
  store.onChunk = (chunk, position) => (position === 0 ? randomBytes(chunk.length) : chunk);
  await expect(read(cache, form)).rejects.toMatchObject({ problem: 'broken' });
});

test('a file larger than the cache is served through', async () => {
  const bytes = randomBytes(2 * megabyte);
  const form = await stored(bytes);
  for (const maxBytes of [0, megabyte]) {
    const cache = cacheOf({ maxBytes });
    expect((await read(cache, form)).equals(bytes)).toBe(true);
    expect(await isKept(cache, form).catch(() => false)).toBe(false);
  }
});

async function keptBytes(): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

test('the size limit holds over restarts, and recently used files stay', async () => {
  const maxBytes = 4 * megabyte;
  const forms: PlacedForm[] = [];
  for (let count = 0; count < 40; count += 1) forms.push(await stored(randomBytes(200_000)));
  const favourite = forms[0];
  if (!favourite) throw new Error('There is none.');
  for (const [index, form] of forms.entries()) {
    // Each has its own cache: all state is in the folder.
    const cache = cacheOf({ maxBytes });
    await read(cache, form);
    await settled();
    // As if it had happened long ago, in this order.
    const usedAt = new Date(Date.now() - 10_000_000 + index * 100_000);
    await utimes(join(folder, form.storedSha256.slice(0, 2), form.storedSha256), usedAt, usedAt);
    await read(cache, favourite);
    expect(await keptBytes()).toBeLessThanOrEqual(maxBytes);
  }
  expect(await keptBytes()).toBeGreaterThan(maxBytes / 2);
  store.problem = 'unreachable';
  expect(await read(cacheOf({ maxBytes }), favourite)).toHaveLength(200_000);
  const last = forms.at(-1) ?? favourite;
  expect(await read(cacheOf({ maxBytes }), last)).toHaveLength(200_000);
  await expect(read(cacheOf({ maxBytes }), forms[1] ?? favourite)).rejects.toThrow();
});

test('two processes with one folder keep the limit together and share files', async () => {
  const maxBytes = 8 * megabyte;
  const pair = [cacheOf({ maxBytes }), cacheOf({ maxBytes })] as const;
  const shared = await stored(randomBytes(300_000));
  await read(pair[0], shared);
  await settled();
  await read(pair[1], shared);
  expect(store.gets.filter((key) => key === shared.key)).toHaveLength(1);
  for (let round = 0; round < 25; round += 1) {
    const forms = [await stored(randomBytes(400_000)), await stored(randomBytes(400_000))] as const;
    await Promise.all(forms.map((form, index) => read(pair[index === 0 ? 0 : 1], form)));
    expect(await keptBytes()).toBeLessThanOrEqual(maxBytes);
  }
});

test('remains of a killed process are ignored, and deleted once they are old', async () => {
  const bytes = randomBytes(300_000);
  const form = await stored(bytes);
  await mkdir(join(folder, '~unfinished'), { recursive: true });
  const left = join(folder, '~unfinished', form.storedSha256);
  await writeFile(left, bytes.subarray(0, 100_000));
  const cache = cacheOf();
  expect((await read(cache, form)).equals(bytes)).toBe(true);
  const old = new Date(Date.now() - 3_600_000);
  await utimes(left, old, old);
  await read(cacheOf(), await stored(randomBytes(1000)));
  await settled();
});

test('a removed file is gone', async () => {
  const form = await stored(randomBytes(1000));
  const cache = cacheOf();
  await read(cache, form);
  await settled();
  await cache.forget(form.storedSha256);
  await read(cache, form);
  expect(store.gets).toHaveLength(2);
});
