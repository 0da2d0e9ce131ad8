import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isTorture } from '#server/testing/measures/trials.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { type S3Server, startFauxqs, startSwift, swiftPageKeys } from '#server/testing/storage/s3-server.ts';
import { Outbound } from '../../outbound/outbound.ts';
import { BlobNotFoundError, type BlobStore, BlobStoreError } from '../blob-store.ts';
import { collect, describeBlobStore } from '../conformance.ts';
import { openS3 } from './open.ts';

async function opened(server: S3Server) {
  const outbound = new Outbound({ allowed: ['127.0.0.1'] });
  const store = await openS3(server.options(), outbound);
  const close = async () => {
    outbound.close();
    await server.close();
  };
  return { store, close };
}

const openSwift = async () => ({ ...(await opened(await startSwift())), pageKeys: swiftPageKeys });
describeBlobStore('The S3 driver with Swift', openSwift, { largeValues: true });

const openFauxqs = async () => ({ ...(await opened(await startFauxqs())), ignoresSignedHeaders: true });
describeBlobStore('The S3 driver with fauxqs', openFauxqs, { largeValues: isTorture });

describe('The S3 driver', () => {
  const large = Buffer.alloc(20_000_000, 'large');
  let server: S3Server;
  let proxy: FaultProxy;
  let outbound: Outbound;
  let store: BlobStore;
  beforeAll(async () => {
    server = await startSwift();
    proxy = await FaultProxy.before(server.port);
    outbound = new Outbound({ allowed: ['127.0.0.1'] });
    store = await openS3(server.options(proxy.url), outbound);
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    outbound.close();
    await proxy.close();
    await server.close();
  });
  const problem = (expected: string) => (error: unknown) =>
    error instanceof BlobStoreError && error.problem === expected;

  test('a value whose last response is lost counts as stored', async () => {
    proxy.fail({ kind: 'lost' }, { requests: 1, when: /^POST \S+uploadId=/ });
    await store.put('lost/end', large, large.length);
    expect((await buffer(await store.get('lost/end'))).equals(large)).toBe(true);
  });

  test('only uploads started before that time are aborted', async () => {
    const startOfPut = new Date();
    proxy.fail({ kind: 'lost' }, { requests: 1, when: /^POST \S+\?uploads/ });
    await store.put('begun/twice', large, large.length);
    await store.removeUnfinished(new Date(startOfPut.getTime() - 60_000));
    proxy.requests.length = 0;
    await store.removeUnfinished(new Date(Date.now() + 60_000));
    expect(proxy.requests.filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
    expect(await collect(store.list('begun/'))).toEqual(['begun/twice']);
  });

  test('a signed address is valid for its object only', async () => {
    await store.put('signed/one', Buffer.from('one'), 3);
    await store.put('signed/two', Buffer.from('two'), 3);
    const download = { expiresInSeconds: 60, fileName: 'one.zip', contentType: 'application/zip' };
    const url = (await store.signedUrl('signed/one', download)) ?? '';
    expect(await (await fetch(url)).text()).toBe('one');
    const others = [
      url.replace('signed/one', 'signed/two'),
      url.replace('one.zip', 'two.zip'),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      url.replace(/\?.*/, ''),
    ];
    for (const other of others) expect((await fetch(other)).ok).toBe(false);
  });

  test('unknown objects in the bucket are not listed', async () => {
    await store.put('shared/flux', Buffer.from('x'), 1);
    const { accessKeyId, secretAccessKey, bucketName: Bucket, ...place } = server.options();
    const client = new S3Client({
      ...place,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    });
    for (const Key of ['shared/Photo 1.jpg', 'shared/a//b', 'shared/é&<'])
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'theirs' }));
    client.destroy();
    expect(await collect(store.list('shared/'))).toEqual(['shared/flux']);
  });

  test.each([
    ['301 Moved Permanently', 'PermanentRedirect', 'missing'],
    ['400 Bad Request', 'AuthorizationHeaderMalformed', 'missing'],
    ['400 Bad Request', 'ExpiredToken', 'denied'],
    ['403 Forbidden', 'InvalidAccessKeyId', 'denied'],
    ['400 Bad Request', 'InvalidArgument', 'broken'],
    ['501 Not Implemented', 'NotImplemented', 'broken'],
  ])('a response %s with the code %s is reported as %s', async (status, code, expected) => {
    const body = `<Error><Code>${code}</Code><Message>No.</Message></Error>`;
    proxy.fail({ kind: 'answer', status, headers: { 'content-type': 'application/xml' }, body });
    await expect(store.get('any')).rejects.toSatisfy(problem(expected));
  });

  test.each(['QuotaExceeded', 'EntityTooLarge', 'XMinioStorageFull'])(
    '%s is reported as full',
    async (code) => {
      const body = `<Error><Code>${code}</Code><Message>No.</Message></Error>`;
      proxy.fail({
        kind: 'answer',
        status: '403 Forbidden',
        headers: { 'content-type': 'application/xml' },
        body,
      });
      await expect(store.put('any', Buffer.from('x'), 1)).rejects.toMatchObject({ code: 'storage_full' });
    },
  );

  test('a refused address is unreachable, without a packet or a retry', async () => {
    let resolved = 0;
    const resolve = async () => {
      resolved += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const guarded = new Outbound({ allowed: [], resolve });
    const refused = await openS3(server.options(`http://storage.example:${proxy.port}`), guarded);
    const before = proxy.requests.length;
    await expect(refused.get('any')).rejects.toSatisfy(problem('unreachable'));
    await expect(refused.put('any', Buffer.from('x'), 1)).rejects.toSatisfy(problem('unreachable'));
    expect(resolved).toBe(2);
    expect(proxy.requests.length).toBe(before);
    guarded.close();
  });

  test('an endless response is not held in memory', async () => {
    const headers = { 'content-type': 'application/xml' };
    const body = `<?xml version="1.0"?><Error>${'<a>'.repeat(3_000_000)}`;
    const calls = [() => collect(store.list('a')), () => store.delete('a'), () => store.get('a')];
    for (const [status, some] of [
      ['200 OK', calls.slice(0, 1)],
      ['403 Forbidden', calls],
    ] as const) {
      proxy.fail({ kind: 'answer', status, headers, body });
      for (const call of some) {
        const failure = await call().catch((error: unknown) => error);
        expect(failure).toSatisfy(problem('broken'));
        expect(String((failure as BlobStoreError).cause)).toContain('more than 4194304 bytes');
      }
    }
  });

  test('an unread body is released', async () => {
    const denied = await openS3({ ...server.options(), secretAccessKey: 'another' }, outbound);
    const body = Readable.from([large]);
    await expect(denied.put('unread', body, large.length)).rejects.toSatisfy(problem('denied'));
    expect(body.destroyed).toBe(true);
  });

  test('nothing is read from the server’s environment', async () => {
    const heard: string[] = [];
    const other = createServer((request, response) => {
      heard.push(`${request.url}`);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    process.env.AWS_ENDPOINT_URL = url;
    process.env.AWS_ENDPOINT_URL_S3 = url;
    process.env.AWS_ACCESS_KEY_ID = 'another';
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    try {
      const calm = await openS3(server.options(proxy.url), outbound);
      await calm.put('calm', Buffer.from('calm'), 4);
      expect(await text(await calm.get('calm'))).toBe('calm');
      const amazon = await openS3({ ...server.options(), endpoint: null }, outbound);
      const signed = await amazon.signedUrl('calm', {
        expiresInSeconds: 60,
        fileName: 'a',
        contentType: 'a/b',
      });
      expect(signed).toContain('https://flux-tests.s3.us-east-1.amazonaws.com/calm?');
      expect(signed).toContain('flux%3Aflux');
    } finally {
      for (const name of ['ENDPOINT_URL', 'ENDPOINT_URL_S3', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'])
        delete process.env[`AWS_${name}`];
      other.close();
    }
    expect(heard).toEqual([]);
  });

  test('a value deleted during a read is broken, a missing one is not found', async () => {
    await store.put('gone', large.subarray(0, 3_000_000), 3_000_000);
    proxy.fail({ kind: 'cut', in: 'response', afterBytes: 1_000_000 }, { requests: 1, when: /^GET / });
    const reader = await store.get('gone');
    await store.delete('gone');
    await expect(buffer(reader)).rejects.toSatisfy(problem('broken'));
    await expect(store.get('gone')).rejects.toThrow(BlobNotFoundError);
  });
});
