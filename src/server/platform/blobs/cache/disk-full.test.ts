import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DistantStore } from '#server/testing/storage/distant-store.ts';
import { createLog } from '../../telemetry/log.ts';
import type { ByteRange } from '../blob-store.ts';
import { LocalBlobStore } from '../local.ts';
import { BlobCache } from './blob-cache.ts';

const run = promisify(execFile);
const megabyte = 1_048_576;
const root = process.platform === 'linux' && process.getuid?.() === 0;

/** The cache is on its own small disk. */
describe.runIf(root)('while the disk of the cache is full', () => {
  let disk: string;
  let elsewhere: string;
  let store: DistantStore;
  let cache: BlobCache;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'flux-small-disk-'));
    elsewhere = await mkdtemp(join(tmpdir(), 'flux-distant-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'flux-test', disk]);
    await mkdir(join(disk, 'cache'));
    store = new DistantStore(new LocalBlobStore(elsewhere));
    cache = new BlobCache({
      folder: join(disk, 'cache'),
      maxBytes: 1024 * megabyte,
      log: createLog('silent'),
    });
  });
  afterAll(async () => {
    await cache.close();
    await run('umount', ['--lazy', disk]);
    for (const folder of [disk, elsewhere]) await rm(folder, { recursive: true });
  });

  let made = 0;
  async function stored(bytes: Buffer) {
    made += 1;
    await store.put(`blobs/${made}`, bytes, bytes.length);
    const storedSha256 = createHash('sha256').update(bytes).digest('hex');
    return { storageId: 'distant', key: `blobs/${made}`, size: bytes.length, storedSha256 };
  }

  async function read(form: Awaited<ReturnType<typeof stored>>, range?: ByteRange): Promise<Buffer> {
    const file = await cache.open(form, async () => store);
    try {
      if (file.kind === 'file') return await file.handle.readFile();
      return await buffer(await file.stream(range ?? { start: 0, end: form.size - 1 }));
    } finally {
      await file.close();
    }
  }

  async function fill(): Promise<void> {
    const { bavail, bsize } = await statfs(disk);
    // The fetch continues meanwhile and may fill it.
    await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize)).catch(() => {});
  }

  const unfinished = () => readdir(join(disk, 'cache', '~unfinished'));

  test('readers continue from the store with the right bytes, and nothing is left', async () => {
    const bytes = randomBytes(10 * megabyte);
    const form = await stored(bytes);
    store.onChunk = async (chunk, position) => {
      if (position === 5 * megabyte && store.gets.length === 1) await fill();
      return chunk;
    };
    const part = { start: 8_000_000, end: 8_000_099 };
    const [whole, found] = await Promise.all([read(form), read(form, part)]);
    expect(whole.equals(bytes)).toBe(true);
    expect(found.equals(bytes.subarray(part.start, part.end + 1))).toBe(true);
    expect(store.gets.length).toBeGreaterThan(1);
    expect(await unfinished()).toEqual([]);
    await rm(join(disk, 'filler'));
  });

  test('least recently used files are deleted, and the reserve of the disk stays free', async () => {
    cache = new BlobCache({
      folder: join(disk, 'cache'),
      maxBytes: 1024 * megabyte,
      log: createLog('silent'),
    });
    for (let count = 0; count < 8; count += 1) await read(await stored(randomBytes(8 * megabyte)));
    await expect.poll(unfinished).toEqual([]);
    const { bavail, bsize } = await statfs(disk);
    expect(bavail * bsize).toBeGreaterThanOrEqual(64 * megabyte - megabyte);
    const last = await stored(randomBytes(8 * megabyte));
    await read(last);
    await expect.poll(unfinished).toEqual([]);
    expect((await stat(join(disk, 'cache', last.storedSha256.slice(0, 2), last.storedSha256))).size).toBe(
      last.size,
    );
  });
});
