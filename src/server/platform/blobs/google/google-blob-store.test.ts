import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTorture } from '#server/testing/measures/trials.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { type GoogleServer, startGoogleServer } from '#server/testing/storage/google-server.ts';
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

describeBlobStore(
  'The driver for Google Cloud Storage',
  async () => {
    const own = await startGoogleServer();
    const store = await open(optionsFor(own), own.url);
    return {
      store,
      close: async () => {
        await store.close();
        await own.close();
      },
    };
  },
  { largeValues: isTorture },
);

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

test('unknown objects in the bucket are not listed', async () => {
  const store = await open(optionsFor(server));
  await store.put('listed/a', Buffer.from('a'), 1);
  const foreign = server.objects.draft('flux', { name: 'listed/Not Ours' });
  const stored = await foreign.finish({});
  if (stored) await server.objects.put(stored);
  expect(await collect(store.list('listed/'))).toEqual(['listed/a']);
  await store.close();
});

test('more keys than one response contains are listed', async () => {
  const store = await open(optionsFor(server));
  const names = Array.from({ length: 1_100 }, (_, index) => `many/${index}`);
  for (const name of names) {
    const stored = await server.objects.draft('flux', { name }).finish({});
    if (stored) await server.objects.put(stored);
  }
  expect((await collect(store.list('many/'))).sort()).toEqual(names.sort());
  await store.close();
});

test('a signed address downloads one object under a name, until it expires', async () => {
  const store = await open(optionsFor(server));
  await store.put('signed/a', Buffer.from('the build'), 9);
  await store.put('signed/b', Buffer.from('another'), 7);
  const download = { expiresInSeconds: 60, fileName: 'Größe 1.zip', contentType: 'application/zip' };
  const url = (await store.signedUrl('signed/a', download)) ?? '';
  const answer = await fetch(url);
  expect(await answer.text()).toBe('the build');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.zip");
  expect((await fetch(url.replace('signed/a', 'signed/b'))).status).toBe(403);
  expect((await fetch(url.replace('X-Goog-Expires=60', 'X-Goog-Expires=600'))).status).toBe(403);
  await store.close();
});

test('an account without permissions is denied', async () => {
  const store = await open(optionsFor({ account: server.powerless }));
  await expect(store.put('a', Buffer.from('a'), 1)).rejects.toMatchObject({ problem: 'denied' });
  await store.close();
});

test('an invalid key is denied', async () => {
  const store = await open({
    ...optionsFor(server),
    credentials: { clientEmail: 'a@b', privateKey: 'not a key' },
  });
  await expect(store.stat('a')).rejects.toMatchObject({ problem: 'denied' });
  await store.close();
});

test('without a key the machine’s own credentials are used, if any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-keys-'));
  const path = join(folder, 'machine.json');
  await writeFile(path, JSON.stringify(server.account.keyFile));
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', path);
  const options = { ...optionsFor(server), credentials: null };
  const store = await open(options);
  await store.put('by/machine', Buffer.from('x'), 1);
  expect(await collect(store.list('by/'))).toEqual(['by/machine']);
  const download = { expiresInSeconds: 9, fileName: 'a', contentType: 'a/b' };
  expect(await store.signedUrl('by/machine', download)).toBeNull();
  await store.close();
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  vi.stubEnv('HOME', folder);
  const poor = await open(options);
  await expect(poor.stat('by/machine')).rejects.toMatchObject({ problem: 'denied' });
  await poor.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('only the account of a key file is used', async () => {
  const knocks: string[] = [];
  const canary = createServer((request, response) => {
    knocks.push(request.url ?? '');
    response.end('{}');
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const { port } = canary.address() as AddressInfo;
  const here = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'flux-keys-'));
  const key = {
    ...server.account.keyFile,
    token_uri: `${here}/token`,
    auth_uri: `${here}/auth`,
    auth_provider_x509_cert_url: `${here}/certificates`,
    client_x509_cert_url: `${here}/certificate`,
    universe_domain: `127.0.0.1:${port}`,
    quota_project_id: 'another',
  };
  await writeFile(join(folder, 'key.json'), JSON.stringify(key));
  const options = { ...optionsFor(server), credentials: null, keyFilename: 'key.json' };
  const store = await openGoogle(options, outbound, { endpoint: server.url, keyFolder: folder });
  await store.put('believed', Buffer.from('x'), 1);
  expect(
    await store.signedUrl('believed', { expiresInSeconds: 9, fileName: 'a', contentType: 'a/b' }),
  ).toContain(`${server.url}/flux/believed?`);
  expect(knocks).toEqual([]);
  await store.close();
  await rm(folder, { recursive: true });
  canary.close();
});

test('without a configured endpoint only Google’s hosts are contacted', async () => {
  const asked: string[] = [];
  const watched = new Outbound({
    allowed: [],
    resolve: async (hostName) => {
      asked.push(hostName);
      throw Object.assign(new Error('no network here'), { code: 'ENOTFOUND' });
    },
  });
  const store = await openGoogle(optionsFor(server), watched, { endpoint: null, keyFolder: null });
  await expect(store.stat('a')).rejects.toMatchObject({ problem: 'unreachable' });
  await expect(store.put('a', Buffer.alloc(9_000_000), 9_000_000)).rejects.toMatchObject({
    problem: 'unreachable',
  });
  expect(new Set(asked)).toEqual(new Set(['www.googleapis.com']));
  await store.close();
  watched.close();
});

test('a connection error before the first read is retried', async () => {
  const proxy = await FaultProxy.before(server.port);
  const store = await open(optionsFor(server), proxy.url);
  const bytes = randomBytes(3_000_000);
  await store.put('unread', bytes, bytes.length);
  proxy.fail({ kind: 'cut', in: 'response', afterBytes: 10_000 }, { requests: 1, when: /^GET / });
  const reader = await store.get('unread');
  await setTimeout(300);
  expect((await buffer(reader)).equals(bytes)).toBe(true);
  await store.close();
  await proxy.close();
});
