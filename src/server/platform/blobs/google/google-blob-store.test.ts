import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoogleServer, startGoogleServer } from '../../../testing/storage/google-server.ts';
import { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import { collect, describeBlobStore } from '../conformance.ts';
import type { GoogleOptions } from '../options.ts';
import { openGoogle } from './open.ts';

let server: GoogleServer;
beforeAll(async () => {
  server = await startGoogleServer();
});
afterAll(() => server.close());

const outbound = new Outbound({ allowed: [] });
afterAll(() => outbound.close());

function optionsFor({ account }: Pick<GoogleServer, 'account'>, bucketName = 'flux'): GoogleOptions {
  const { client_email: clientEmail, private_key: privateKey } = account.keyFile;
  return { projectId: 'flux-tests', bucketName, keyFilename: null, credentials: { clientEmail, privateKey } };
}
const open = (options: GoogleOptions, endpoint = server.url): Promise<BlobStore> =>
  openGoogle(options, outbound, { endpoint, keyFolder: null });

describeBlobStore('The driver for Google Cloud Storage', async () => {
  const own = await startGoogleServer();
  const store = await open(optionsFor(own), own.url);
  return {
    store,
    close: async () => {
      await store.close();
      await own.close();
    },
  };
});

test('a large value is sent in parts, with its MD5, and nothing of it is left unfinished', async () => {
  const store = await open(optionsFor(server));
  const bytes = randomBytes(20_000_000);
  await store.put('parts/whole', bytes, bytes.length);
  expect((await buffer(await store.get('parts/whole'))).equals(bytes)).toBe(true);
  expect((await store.metadata('parts/whole'))?.md5Hash).toHaveLength(24);
  expect(server.requests.filter((request) => request.startsWith('PUT /upload/'))).toHaveLength(3);
  expect(server.unfinishedUploads()).toBe(0);
  await store.close();
});

test('what lies in the bucket and is no key of Flux is not listed', async () => {
  const store = await open(optionsFor(server));
  await store.put('listed/a', Buffer.from('a'), 1);
  const foreign = server.shelf.draft('flux', { name: 'listed/Not Ours' });
  const stored = await foreign.finish({});
  if (stored) await server.shelf.put(stored);
  expect(await collect(store.list('listed/'))).toEqual(['listed/a']);
  await store.close();
});

test('more keys than one answer holds are listed', async () => {
  const store = await open(optionsFor(server));
  const names = Array.from({ length: 1_100 }, (_, index) => `many/${index}`);
  for (const name of names) {
    const stored = await server.shelf.draft('flux', { name }).finish({});
    if (stored) await server.shelf.put(stored);
  }
  expect((await collect(store.list('many/'))).sort()).toEqual(names.sort());
  await store.close();
});
