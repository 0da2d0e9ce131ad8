import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { ContainerSASPermissions } from '@azure/storage-blob';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTorture } from '#server/testing/measures/trials.ts';
import { type Azurite, startAzurite } from '#server/testing/storage/azurite.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import { collect, describeBlobStore } from '../conformance.ts';
import { openAzure } from './open.ts';

let azurite: Azurite;
beforeAll(async () => {
  azurite = await startAzurite();
});
afterAll(() => azurite.close());

const outbound = new Outbound({ allowed: ['127.0.0.1'] });
afterAll(() => outbound.close());

function open(connectionString = azurite.connectionString(), containerName = 'flux'): Promise<BlobStore> {
  return openAzure({ connectionString, containerName, accountName: null, accountKey: null }, outbound);
}

describeBlobStore(
  'The driver for Azure Blob Storage',
  async () => {
    const store = await open();
    return { store, close: () => store.close() };
  },
  { largeValues: isTorture },
);

test('a large value is sent in parts, with its MD5', async () => {
  const store = await open();
  const bytes = randomBytes(20_000_000);
  await store.put('parts/whole', bytes, bytes.length);
  expect((await buffer(await store.get('parts/whole'))).equals(bytes)).toBe(true);
  expect(await store.metadata('parts/whole')).toMatchObject({
    bucket: 'flux',
    fullPath: 'parts/whole',
    name: 'whole',
    size: bytes.length,
    md5Hash: createHash('md5').update(bytes).digest('base64'),
    contentType: 'application/octet-stream',
  });
});

test('two puts of one large value at once both succeed', async () => {
  const store = await open();
  const bytes = randomBytes(20_000_000);
  await Promise.all([1, 2, 3].map(() => store.put('parts/contested', bytes, bytes.length)));
  expect((await buffer(await store.get('parts/contested'))).equals(bytes)).toBe(true);
});

test('unknown objects in the container are not listed', async () => {
  const store = await open();
  await store.put('listed/a', Buffer.from('a'), 1);
  await azurite.container('flux').getBlockBlobClient('listed/Not Ours').upload('x', 1);
  expect(await collect(store.list('listed/'))).toEqual(['listed/a']);
});

test('more keys than one response contains are listed', async () => {
  const store = await open();
  const names = Array.from({ length: 1_010 }, (_, index) => `many/${index}`);
  for (const name of names) await azurite.container('flux').getBlockBlobClient(name).upload('', 0);
  expect((await collect(store.list('many/'))).sort()).toEqual(names.sort());
});

test('a signed address downloads one blob under a name, until it expires', async () => {
  const store = await open();
  await store.put('signed/a', Buffer.from('the build'), 9);
  await store.put('signed/b', Buffer.from('another'), 7);
  const url = await store.signedUrl('signed/a', {
    expiresInSeconds: 60,
    fileName: 'Größe 1.zip',
    contentType: 'application/zip',
  });
  const answer = await fetch(url ?? '');
  expect(await answer.text()).toBe('the build');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.zip");
  expect((await fetch((url ?? '').replace('signed/a', 'signed/b'))).status).toBe(403);
  const over = await store.signedUrl('signed/a', {
    expiresInSeconds: -60,
    fileName: 'a',
    contentType: 'a/b',
  });
  expect((await fetch(over ?? '')).status).toBe(403);
});

test('a SAS connection string allows everything except signing', async () => {
  const permissions = ContainerSASPermissions.parse('rwdlc');
  const url = await azurite
    .container('flux')
    .generateSasUrl({ permissions, expiresOn: new Date(Date.now() + 60_000) });
  const endpoint = `http://127.0.0.1:${azurite.port}/${azurite.accountName}`;
  const store = await open(`BlobEndpoint=${endpoint};SharedAccessSignature=${new URL(url).search}`);
  await store.put('by/signature', Buffer.from('x'), 1);
  expect(await collect(store.list('by/'))).toEqual(['by/signature']);
  expect((await buffer(await store.get('by/signature'))).toString()).toBe('x');
  expect(
    await store.signedUrl('by/signature', { expiresInSeconds: 9, fileName: 'a', contentType: 'a/b' }),
  ).toBeNull();
  await store.delete('by/signature');
});

test('a connection error before the first read is retried', async () => {
  const proxy = await FaultProxy.before(azurite.port);
  const store = await open(azurite.connectionString(proxy.port));
  const bytes = randomBytes(3_000_000);
  await store.put('unread', bytes, bytes.length);
  proxy.fail({ kind: 'cut', in: 'response', afterBytes: 10_000 }, { requests: 1, when: /^GET / });
  const reader = await store.get('unread');
  await setTimeout(300);
  expect((await buffer(reader)).equals(bytes)).toBe(true);
  await store.close();
  await proxy.close();
});
