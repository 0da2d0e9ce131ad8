import { createHash, randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { BlobSizeError, type BlobStore } from '../blob-store.ts';

/** More than any driver sends in one request. */
const size = 20 * 1_048_576 + 3;
const bytes = randomBytes(size);
const memoryBytes = 96 * 1_048_576;
const megabyte = randomBytes(1_048_576);

/** What every driver must do with values that go in several requests. */
export function describeLargeValues(opened: () => { store: BlobStore; folder: string }): void {
  describe('large values', () => {
    const read = async (key: string) => buffer(await opened().store.get(key));
    const putStream = (key: string, source: Iterable<Buffer>, announced = size) =>
      opened().store.put(key, Readable.from(source), announced);

    test('are returned as stored, from memory, from a stream and from a file', async () => {
      const { store, folder } = opened();
      const path = `${folder}/large`;
      await writeFile(path, bytes);
      await store.put('large/buffer', bytes, size);
      await putStream('large/stream', pieces(bytes));
      await store.putFile('large/file', path);
      for (const key of ['large/buffer', 'large/stream', 'large/file']) {
        expect((await store.stat(key))?.size).toBe(size);
        expect((await read(key)).equals(bytes)).toBe(true);
      }
      await expect(stat(path)).rejects.toThrow('ENOENT');
    });

    test.each([
      [0, 9],
      [5_242_875, 5_242_885],
      [8_388_600, 16_777_220],
      [size - 5, size - 1],
    ])('are read from byte %d to %d', async (start, end) => {
      await putStream('large/ranged', pieces(bytes));
      const part = await buffer(await opened().store.get('large/ranged', { start, end }));
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    test('replace small ones, and are replaced by them', async () => {
      const { store } = opened();
      await store.put('large/small', Buffer.from('small'), 5);
      await putStream('large/small', pieces(bytes));
      expect((await read('large/small')).equals(bytes)).toBe(true);
      await store.put('large/small', Buffer.from('small'), 5);
      expect((await read('large/small')).toString()).toBe('small');
    });

    test.each([
      ['break off', () => breaksOff(12_000_000), size, /broke off/],
      ['are shorter than announced', () => pieces(bytes), size + 1, BlobSizeError],
      ['are longer than announced', () => pieces(bytes), size - 1, BlobSizeError],
    ])('that %s leave nothing, or the earlier value', async (what, source, announced, error) => {
      const { store } = opened();
      const key = `large/${what.replaceAll(' ', '-')}`;
      await expect(putStream(key, source(), announced)).rejects.toThrow(error);
      expect(await store.stat(key)).toBeNull();
      for await (const found of store.list(key)) expect(found).toBe('nothing');
      await store.put(key, Buffer.from('earlier'), 7);
      await expect(putStream(key, source(), announced)).rejects.toThrow(error);
      await store.removeUnfinished(new Date(Date.now() + 60_000));
      expect((await read(key)).toString()).toBe('earlier');
    });

    test('can be abandoned by many readers, and read by others', async () => {
      const { store } = opened();
      const some = bytes.subarray(0, 6_000_000);
      await store.put('large/left', some, some.length);
      for (let reader = 0; reader < 70; reader += 1) {
        for await (const chunk of await store.get('large/left')) {
          expect(chunk.length).toBeGreaterThan(0);
          break;
        }
      }
      const all = await Promise.all([1, 2, 3, 4].map(() => read('large/left')));
      expect(all.every((found) => found.equals(some))).toBe(true);
    });

    test('are streamed with bounded memory', async () => {
      const { store } = opened();
      const before = process.memoryUsage().rss;
      await putStream('large/memory', megabytes(), memoryBytes);
      const hash = createHash('sha256');
      for await (const chunk of await store.get('large/memory')) hash.update(chunk);
      const expected = createHash('sha256');
      for (const chunk of megabytes()) expected.update(chunk);
      expect(hash.digest('hex')).toBe(expected.digest('hex'));
      expect(process.memoryUsage().rss - before).toBeLessThan(memoryBytes * 0.7);
    });
  });
}

function* pieces(value: Buffer): Generator<Buffer> {
  for (let start = 0; start < value.length; start += 65_536) yield value.subarray(start, start + 65_536);
}

function* breaksOff(after: number): Generator<Buffer> {
  yield* pieces(bytes.subarray(0, after));
  throw new Error('broke off');
}

function* megabytes(): Generator<Buffer> {
  for (let sent = 0; sent < memoryBytes; sent += megabyte.length) yield megabyte;
}
