import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DistantStore } from '#server/testing/storage/distant-store.ts';
import { createLog } from '../../telemetry/log.ts';
import { LocalBlobStore } from '../local.ts';
import { CacheFolder, type UnfinishedFile } from './cache-folder.ts';
import { Fetch } from './fetch.ts';

const log = createLog('silent');

/** As one with very many files, on a disk that has much to do. */
class CrowdedFolder extends CacheFolder {
  override async createFile(size: number): Promise<UnfinishedFile | null> {
    await sleep(500);
    return super.createFile(size);
  }
}

test('no timeout is reported while the cache folder is still being scanned', async () => {
  const root = await mkdtemp(join(tmpdir(), 'flux-fetch-'));
  const store = new DistantStore(new LocalBlobStore(join(root, 'distant')));
  try {
    const bytes = randomBytes(300_000);
    await store.put('blobs/1', bytes, bytes.length);
    const storedSha256 = createHash('sha256').update(bytes).digest('hex');
    const form = { storageId: 'distant', key: 'blobs/1', size: bytes.length, storedSha256 };
    const folder = new CrowdedFolder(join(root, 'cache'), { maxBytes: 10_000_000, processes: 1, log });
    const times = { timeoutMs: 150, lingerMs: 50 };
    const fetch = new Fetch(form, async () => store, folder, log, times);
    fetch.hold();
    const stream = await fetch.stream({ start: 0, end: bytes.length - 1 });
    expect((await buffer(stream)).equals(bytes)).toBe(true);
    fetch.release();
    await fetch.ended;
  } finally {
    await rm(root, { recursive: true });
  }
});
