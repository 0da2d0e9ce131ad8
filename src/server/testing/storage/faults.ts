import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import {
  BlobNotFoundError,
  type BlobStore,
  BlobStoreError,
  type BlobStoreProblem,
} from '../../platform/blobs/blob-store.ts';
import { Outbound } from '../../platform/outbound/outbound.ts';
import type { Fault, FaultProxy } from './fault-proxy.ts';

/** A driver whose bytes pass through a proxy; made with an `impatientOutbound`. */
export interface StoreBehindProxy {
  store: BlobStore;
  proxy: FaultProxy;
  /** The same, through the same proxy, with credentials that the server refuses. */
  withWrongCredentials: BlobStore;
  /** The same with a bucket that is not there. */
  withoutBucket: BlobStore;
  /** The provider's response for a full storage. */
  full: Fault & { kind: 'answer' };
  /** How the provider asks clients to slow down. */
  busy: Fault & { kind: 'answer' };
  close(): Promise<void>;
}

/** Like the server’s own, but with a timeout of two seconds for silence. Close it at the end. */
export function impatientOutbound(): Outbound {
  return new Outbound({ allowed: ['127.0.0.1'], connectMilliseconds: 2_000, silenceMilliseconds: 2_000 });
}

const bytes = randomBytes(3_000_000);
const manyBytes = randomBytes(20_000_000);
const reading = { when: /^GET / };
const writing = { when: /^(PUT|POST|PATCH) / };

/** The required behaviour of a provider's driver under faults. Call it at the top of the driver's test file. */
export function describeFaults(name: string, open: () => Promise<StoreBehindProxy>): void {
  describe(`${name} through a line that fails`, () => {
    let opened: StoreBehindProxy;
    let store: BlobStore;
    let proxy: FaultProxy;
    beforeAll(async () => {
      opened = await open();
      ({ store, proxy } = opened);
      await store.put('kept', bytes, bytes.length);
    });
    afterEach(async () => {
      proxy.heal();
      expect((await buffer(await store.get('kept'))).equals(bytes)).toBe(true);
    });
    afterAll(() => opened.close());

    const read = async (key: string) => buffer(await store.get(key));
    const fails = async (work: Promise<unknown>, problem: BlobStoreProblem) =>
      expect(await problemOf(work)).toBe(problem);
    const everyCall = (of: BlobStore): [string, Promise<unknown>][] => [
      ['put', of.put('new', bytes, bytes.length)],
      ['put in parts', of.put('new', Readable.from(pieces(manyBytes)), manyBytes.length)],
      ['get', of.get('kept')],
      ['range', of.get('kept', { start: 5, end: 9 })],
      ['stat', of.stat('kept')],
      ['metadata', of.metadata('kept')],
      ['list', first(of.list('ke'))],
      ['delete', of.delete('new')],
    ];
    const outcomes = (of: BlobStore) =>
      Promise.all(everyCall(of).map(async ([call, work]) => ({ call, outcome: await problemOf(work) })));
    const allFail = async (of: BlobStore, problem: BlobStoreProblem, except = '') => {
      const found = (await outcomes(of)).filter(({ call }) => call !== except);
      expect(found).toEqual(found.map(({ call }) => ({ call, outcome: problem })));
    };
    const nothingIsVisible = async (key: string) => {
      proxy.heal();
      expect(await store.stat(key)).toBeNull();
      expect(await first(store.list(key))).toBeNull();
      await expect(store.get(key)).rejects.toThrow(BlobNotFoundError);
    };

    test('an unreachable provider is used again once it is back', async () => {
      await proxy.refuse();
      await allFail(store, 'unreachable');
      await proxy.listen();
      await nothingIsVisible('new');
    });

    test('one reset connection is retried', async () => {
      for (const work of [
        () => store.stat('kept'),
        () => store.put('torn', bytes, bytes.length),
        () => read('kept'),
      ]) {
        proxy.fail({ kind: 'reset' }, { requests: 1 });
        await work();
      }
      expect((await read('torn')).equals(bytes)).toBe(true);
    });

    test('a provider that never responds times out', async () => {
      proxy.fail({ kind: 'silent' });
      await allFail(store, 'unreachable');
      await nothingIsVisible('new');
    });

    test('one unanswered request is sent again', async () => {
      proxy.fail({ kind: 'silent' }, { requests: 1 });
      expect((await store.stat('kept'))?.size).toBe(bytes.length);
    });

    test('late and slow responses are awaited', async () => {
      proxy.fail({ kind: 'delay', milliseconds: 300 });
      expect((await store.stat('kept'))?.size).toBe(bytes.length);
      proxy.fail({ kind: 'throttle', bytesPerSecond: 200_000 });
      await store.put('slow', bytes.subarray(0, 60_000), 60_000);
      expect((await read('slow')).equals(bytes.subarray(0, 60_000))).toBe(true);
    });

    test('a reader gets the whole value over any number of interruptions', async () => {
      proxy.fail({ kind: 'cut', in: 'response', afterBytes: 700_000 }, reading);
      const before = proxy.requests.length;
      expect((await read('kept')).equals(bytes)).toBe(true);
      expect(proxy.requests.length - before).toBeGreaterThanOrEqual(5);
    });

    test('a reader of a range gets it despite an interruption', async () => {
      proxy.fail({ kind: 'cut', in: 'response', afterBytes: 400_000 }, reading);
      const range = { start: 1_000_000, end: 1_999_999 };
      expect(
        (await buffer(await store.get('kept', range))).equals(bytes.subarray(1_000_000, 2_000_000)),
      ).toBe(true);
    });

    test('a reader continues after a silent connection', async () => {
      proxy.fail({ kind: 'stall', in: 'response', afterBytes: 1_000_000 }, { ...reading, requests: 1 });
      expect((await read('kept')).equals(bytes)).toBe(true);
    });

    test('a reader without further data gets an error, not a short value', async () => {
      proxy.fail({ kind: 'cut', in: 'response', afterBytes: 0 }, reading);
      await fails(read('kept'), 'unreachable');
    });

    test('a reader never gets a mixture of two values', async () => {
      await store.put('changed', bytes, bytes.length);
      proxy.fail({ kind: 'cut', in: 'response', afterBytes: 1_000_000 }, { ...reading, requests: 1 });
      const reader = await store.get('changed');
      await store.put('changed', Buffer.alloc(bytes.length), bytes.length);
      await fails(buffer(reader), 'broken');
    });

    test('damaged bytes are never returned as complete', async () => {
      proxy.fail({ kind: 'corrupt', atByte: 1_500_000 }, reading);
      let delivered = 0;
      const reader = await store.get('kept');
      reader.on('data', (chunk: Buffer) => {
        delivered += chunk.length;
      });
      await fails(
        new Promise((_, reject) => reader.on('error', reject).on('end', () => reject(new Error('ended')))),
        'broken',
      );
      expect(delivered).toBeLessThan(bytes.length);
    });

    test.each([
      ['a buffer', bytes, () => bytes],
      ['a stream', bytes, () => Readable.from(pieces(bytes))],
      ['a stream in parts', manyBytes, () => Readable.from(pieces(manyBytes))],
    ])('%s is stored despite one interruption', async (kind, value, body) => {
      proxy.fail({ kind: 'cut', in: 'request', afterBytes: 100_000 }, { ...writing, requests: 1 });
      const key = kind.replaceAll(' ', '-');
      await store.put(key, body(), value.length);
      expect((await read(key)).equals(value)).toBe(true);
    });

    test('a put whose response is lost is sent again', async () => {
      proxy.fail({ kind: 'lost' }, { ...writing, requests: 1 });
      await store.put('answer-lost', bytes, bytes.length);
      expect((await read('answer-lost')).equals(bytes)).toBe(true);
    });

    test.each([
      ['a-buffer', bytes],
      ['many-parts', manyBytes],
    ])('a put that fails each time leaves nothing (%s)', async (kind, value) => {
      proxy.fail({ kind: 'cut', in: 'request', afterBytes: 100_000 }, writing);
      await fails(store.put(`cut-${kind}`, Readable.from(pieces(value)), value.length), 'unreachable');
      await nothingIsVisible(`cut-${kind}`);
    });

    test('a put that fails each time keeps the earlier value', async () => {
      proxy.fail({ kind: 'cut', in: 'request', afterBytes: 100_000 }, writing);
      await fails(store.put('kept', Buffer.alloc(500_000), 500_000), 'unreachable');
    });

    test('remains of interrupted puts can be deleted', async () => {
      proxy.fail({ kind: 'cut', in: 'request', afterBytes: 100_000 }, { when: /^(PUT|POST|PATCH|DELETE) / });
      await fails(store.put('remains', Readable.from(pieces(manyBytes)), manyBytes.length), 'unreachable');
      proxy.heal();
      await store.removeUnfinished(new Date(Date.now() + 60_000));
      await nothingIsVisible('remains');
    });

    test('wrong credentials are denied', () => allFail(opened.withWrongCredentials, 'denied'));

    // In a missing bucket, a missing object can be deleted.
    test('a missing bucket is missing', () => allFail(opened.withoutBucket, 'missing', 'delete'));

    test('a full provider is reported, and nothing is left', async () => {
      proxy.fail(opened.full, writing);
      expect(await codeOf(store.put('full', bytes, bytes.length))).toBe('storage_full');
      expect(await codeOf(store.put('full', Readable.from(pieces(manyBytes)), manyBytes.length))).toBe(
        'storage_full',
      );
      await nothingIsVisible('full');
    });

    test('a busy provider is retried for a while', async () => {
      proxy.fail(opened.busy, { requests: 2 });
      expect((await read('kept')).equals(bytes)).toBe(true);
      proxy.fail(opened.busy);
      await fails(store.stat('kept'), 'unreachable');
    });

    test('an invalid response is broken, even with a success status', async () => {
      proxy.fail({
        kind: 'answer',
        status: '200 OK',
        headers: { 'content-type': 'text/html' },
        body: '<p>Hello</p>',
      });
      // A deletion needs no response body.
      await allFail(store, 'broken', 'delete');
    });

    test('a redirect is not followed', async () => {
      const location = `${proxy.url}/canary`;
      for (const status of [
        '301 Moved Permanently',
        '302 Found',
        '307 Temporary Redirect',
        '308 Permanent Redirect',
      ]) {
        proxy.fail({ kind: 'answer', status, headers: { location }, body: '' });
        for (const { outcome } of await outcomes(store))
          expect(outcome).toMatch(/^(broken|missing|unreachable)$/);
      }
      expect(proxy.requests.filter((line) => line.includes('/canary'))).toEqual([]);
    });
  });
}

/** The problem of what fails, or what else came of it. */
async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'nothing failed';
  } catch (error) {
    return error instanceof BlobStoreError ? error.problem : error;
  }
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'nothing failed';
  } catch (error) {
    return error instanceof FluxError ? error.code : error;
  }
}

async function first(keys: AsyncIterable<string>): Promise<string | null> {
  for await (const key of keys) return key;
  return null;
}

function* pieces(value: Buffer): Generator<Buffer> {
  for (let start = 0; start < value.length; start += 65_536) yield value.subarray(start, start + 65_536);
}
