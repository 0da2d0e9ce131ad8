import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import { attachment } from '../http/responses/attachment.ts';
import { inParallel } from '../processes/parallel.ts';
import { BlobNotFoundError, BlobSizeError, type BlobStore, InvalidBlobKeyError } from './blob-store.ts';
import { describeLargeValues } from './conformance/large-values.ts';

export interface StoreUnderTest {
  store: BlobStore;
  /** The server's list page size, if it is not a thousand. */
  pageKeys?: number;
  /** The emulator ignores the headers of signed addresses. */
  ignoresSignedHeaders?: boolean;
  close(): Promise<void>;
}

const megabyte = randomBytes(1_048_576);

/**
 * The required behaviour of every driver. Call it at the top of the driver's own test file.
 * @param largeValues includes values of many megabytes, which takes several seconds
 */
export function describeBlobStore(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { largeValues }: { largeValues: boolean },
): void {
  describe(`${name} as a blob store`, () => {
    let opened: StoreUnderTest;
    let store: BlobStore;
    let folder: string;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
      folder = await mkdtemp(join(tmpdir(), 'flux-blobs-'));
    });
    afterAll(async () => {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    });

    const read = async (key: string) => buffer(await store.get(key));
    const put = (key: string, content: string) => store.put(key, Buffer.from(content), content.length);
    const listed = async (prefix: string) => (await collect(store.list(prefix))).sort();

    test.each([0, 1, 65_536, 1_048_577])('%d bytes are returned as stored', async (size) => {
      const bytes = randomBytes(size);
      await store.put(`round/buffer-${size}`, bytes, size);
      await store.put(`round/stream-${size}`, Readable.from(inPieces(bytes)), size);
      expect(await read(`round/buffer-${size}`)).toEqual(bytes);
      expect(await read(`round/stream-${size}`)).toEqual(bytes);
      expect((await store.stat(`round/stream-${size}`))?.size).toBe(size);
    });

    test('a value has its modification time', async () => {
      await put('dated', 'x');
      const age = Date.now() - ((await store.stat('dated'))?.modifiedAt.getTime() ?? 0);
      expect(Math.abs(age)).toBeLessThan(60_000);
    });

    test.each([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ])('bytes %d to %d are read alone', async (start, end, expected) => {
      await put('ranged', '0123456789');
      expect((await buffer(await store.get('ranged', { start, end }))).toString()).toBe(expected);
    });

    test('a file is moved into the store', async () => {
      const path = join(folder, 'finished');
      await writeFile(path, 'finished');
      await store.putFile('taken/over', path);
      expect((await read('taken/over')).toString()).toBe('finished');
      await expect(stat(path)).rejects.toThrow('ENOENT');
    });

    test('a missing file creates no key', async () => {
      await expect(store.putFile('taken/nothing', join(folder, 'missing'))).rejects.toThrow();
      expect(await store.stat('taken/nothing')).toBeNull();
    });

    test('while a key is replaced, a reader gets the old or the new value, whole', async () => {
      const values = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')] as const;
      await store.put('replaced', values[0], 300_000);
      let writing = true;
      const writer = (async () => {
        for (let round = 0; round < 20; round += 1)
          await store.put('replaced', values[round % 2 === 0 ? 1 : 0], 300_000);
        writing = false;
      })();
      while (writing) {
        const found = await read('replaced');
        expect(found.equals(values[0]) || found.equals(values[1])).toBe(true);
      }
      await writer;
    });

    test('a reader that has begun keeps its value when the key is replaced or deleted', async () => {
      await put('held', 'old value');
      const held = await store.get('held');
      await put('held', 'new value');
      await store.delete('held');
      expect((await buffer(held)).toString()).toBe('old value');
    });

    test('concurrent puts of one key leave one of the values, whole', async () => {
      const values = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, String(index)));
      await Promise.all(
        values.map((value) => store.put('contested', Readable.from(inPieces(value)), value.length)),
      );
      const found = await read('contested');
      expect(values.some((value) => value.equals(found))).toBe(true);
      expect(await listed('contested')).toEqual(['contested']);
    });

    test('a missing key is BlobNotFoundError, or null', async () => {
      await expect(store.get('no/such/key')).rejects.toThrow(BlobNotFoundError);
      expect(await store.stat('no/such/key')).toBeNull();
    });

    test('deleting twice is no error', async () => {
      await put('deleted', 'x');
      await store.delete('deleted');
      await store.delete('deleted');
      await expect(store.get('deleted')).rejects.toThrow(BlobNotFoundError);
    });

    test('a list has every key with the prefix and no other', async () => {
      for (const key of ['list/a/1', 'list/a/2', 'list/ab/1', 'list/b', 'other/a']) await put(key, 'x');
      expect(await listed('list/a')).toEqual(['list/a/1', 'list/a/2', 'list/ab/1']);
      expect(await listed('list/a/')).toEqual(['list/a/1', 'list/a/2']);
      expect(await listed('list/')).toEqual(['list/a/1', 'list/a/2', 'list/ab/1', 'list/b']);
      expect(await listed('nothing/')).toEqual([]);
    });

    test.each([
      ['shorter', 9],
      ['longer', 7],
    ])('a body %s than announced is refused and leaves nothing', async (kind, size) => {
      const key = `sized/${kind}`;
      await expect(store.put(key, Buffer.from('8 bytes!'), size)).rejects.toThrow(BlobSizeError);
      await expect(store.put(key, Readable.from(['8 by', 'tes!']), size)).rejects.toThrow(BlobSizeError);
      expect(await store.stat(key)).toBeNull();
    });

    test('a refused body keeps the earlier value', async () => {
      await put('kept', 'earlier');
      await expect(store.put('kept', Buffer.from('later'), 99)).rejects.toThrow(BlobSizeError);
      expect((await read('kept')).toString()).toBe('earlier');
    });

    test('an aborted body leaves nothing', async () => {
      await expect(store.put('broken', Readable.from(breaksOff()), 2_097_152)).rejects.toThrow('broke off');
      expect(await store.stat('broken')).toBeNull();
      expect(await listed('broken')).toEqual([]);
    });

    test('a full disk is reported as storage_full', async () => {
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const put = store.put('full', Readable.from(breaksOff(full)), 2_097_152);
      await expect(put).rejects.toSatisfy(
        (error) => error instanceof FluxError && error.code === 'storage_full',
      );
      expect(await store.stat('full')).toBeNull();
    });

    test('remains of interrupted puts can be deleted without affecting values', async () => {
      await put('whole', 'x');
      await store.removeUnfinished(new Date(Date.now() + 60_000));
      expect((await read('whole')).toString()).toBe('x');
    });

    test.each([
      '',
      '/leading',
      'trailing/',
      'empty//segment',
      '.',
      '..',
      'a/../b',
      'a/./b',
      'Upper',
      'sp ace',
      'nul\0',
      'back\\slash',
      'til~de',
      'ümlaut',
      'a'.repeat(513),
    ])('the key %j is refused by every method', async (key) => {
      await expect(store.put(key, Buffer.from('x'), 1)).rejects.toThrow(InvalidBlobKeyError);
      await expect(store.putFile(key, join(folder, 'missing'))).rejects.toThrow(InvalidBlobKeyError);
      await expect(store.get(key)).rejects.toThrow(InvalidBlobKeyError);
      await expect(store.stat(key)).rejects.toThrow(InvalidBlobKeyError);
      await expect(store.metadata(key)).rejects.toThrow(InvalidBlobKeyError);
      const download = { expiresInSeconds: 60, fileName: 'a', contentType: 'text/plain' };
      await expect(store.signedUrl(key, download)).rejects.toThrow(InvalidBlobKeyError);
      await expect(store.delete(key)).rejects.toThrow(InvalidBlobKeyError);
      expect(() => store.localPath(key)).toThrow(InvalidBlobKeyError);
    });

    test('dots within a segment are part of its name', async () => {
      await put('dots/..a/b..c/.d', 'x');
      expect(await listed('dots/')).toEqual(['dots/..a/b..c/.d']);
    });

    test('a local path, if there is one, contains the bytes', async () => {
      await put('here', 'on this machine');
      const path = store.localPath('here');
      if (path !== null) expect(await readFile(path, 'utf8')).toBe('on this machine');
    });

    test('all metadata of a value are returned', async () => {
      const value = Buffer.from('told in full');
      await store.put('told/of/value', value, value.length);
      const told = await store.metadata('told/of/value');
      expect(told).toMatchObject({ fullPath: 'told/of/value', name: 'value', size: value.length });
      expect(told?.bucket).not.toBe('');
      expect(Math.abs(Date.now() - (told?.updated?.getTime() ?? 0))).toBeLessThan(60_000);
      const md5 = createHash('md5').update(value).digest('base64');
      expect([md5, null]).toContain(told?.md5Hash);
      expect(store.kind === 'local' || told?.md5Hash === md5).toBe(true);
      expect(await store.metadata('told/of/nothing')).toBeNull();
    });

    test('a rewritten key has another generation', async () => {
      await put('generation', 'first');
      const first = await store.metadata('generation');
      await put('generation', 'second');
      const second = await store.metadata('generation');
      expect(second?.generation === null || second?.generation !== first?.generation).toBe(true);
    });

    test('a list of more than a page has every key once', async () => {
      const length = (opened.pageKeys ?? 1_000) + 101;
      const keys = Array.from({ length }, (_, index) => `paged/${String(index).padStart(4, '0')}`);
      await inParallel(keys, 16, (key) => put(key, 'x'));
      expect(await listed('paged/')).toEqual(keys);
      expect(await listed('paged/01')).toEqual(keys.filter((key) => key.startsWith('paged/01')));
    });

    test('a signed address, if there is one, downloads the bytes as a file', async () => {
      await put('signed', 'for whoever has the address');
      const download = { expiresInSeconds: 600, fileName: 'Größe 1.zip', contentType: 'application/zip' };
      const url = await store.signedUrl('signed', download);
      if (url === null) return;
      const answer = await fetch(url);
      expect(await answer.text()).toBe('for whoever has the address');
      if (opened.ignoresSignedHeaders) return;
      expect(answer.headers.get('content-type')).toBe('application/zip');
      expect(answer.headers.get('content-disposition')).toBe(attachment('Größe 1.zip'));
    });

    if (largeValues) describeLargeValues(() => ({ store, folder }));
  });
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 10_000) yield bytes.subarray(start, start + 10_000);
}

async function* breaksOff(error: Error = new Error('broke off')): AsyncGenerator<Buffer> {
  yield megabyte;
  throw error;
}
