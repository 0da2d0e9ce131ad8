import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { compressBlobs } from '../../features/storage/compression/compress.ts';
import { onlyStore } from '../../features/storage/testing.ts';
import { LocalBlobStore } from '../../platform/blobs/local.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { DistantStore } from '../../testing/storage/distant-store.ts';
import { encode, makeApp, sha256, visit } from '../test-build.ts';

let folder: string;
let store: DistantStore;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-distant-'));
  store = new DistantStore(new LocalBlobStore(folder));
  server = await startServer({ stores: onlyStore(store), env: { FLUX_LOG_LEVEL: 'silent' } });
  ada = await signIn(server, 'ada');
});
afterEach(() => {
  store.problem = null;
  store.onChunk = (chunk) => chunk;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const page = '<!doctype html><title>Far</title>';

async function publish() {
  const large = randomBytes(1_500_000);
  const small = Buffer.from(`${randomBytes(2_000).toString('hex')}\n`.repeat(4));
  const { appId } = await makeApp(server, ada.id, {
    'index.html': { content: page, type: 'text/html' },
    'level.data': { content: large, role: 'data' },
    'small.txt': { content: small, type: 'text/plain', encodings: ['gzip'] },
  });
  const address = `/_flux/${sha256(large)}/data`;
  const get = (path: string, headers = {}, method?: string) => visit(server, appId, path, headers, method);
  return { appId, large, small, address, get };
}

test('what lies in a distant store is delivered as what lies here is, and fetched once', async () => {
  const { large, small, address, get } = await publish();
  const before = store.gets.length;
  const answers = await Promise.all(Array.from({ length: 12 }, () => get(address)));
  for (const { status, body } of answers) expect([status, body.equals(large)]).toEqual([200, true]);
  for (let round = 0; round < 4; round += 1) expect((await get(address)).body.equals(large)).toBe(true);
  expect(store.gets.length - before).toBe(1);
  expect((await get('/small.txt')).body.equals(small)).toBe(true);
  const gzipped = await get('/small.txt', { 'accept-encoding': 'gzip' });
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(gzipped.body.equals(encode.gzip(small))).toBe(true);
});

test('ranges, HEAD and revalidation are answered for what is not here yet', async () => {
  const { large, address, get } = await publish();
  const part = await get(address, { range: 'bytes=700000-799999' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 700000-799999/${large.length}`]);
  expect(part.body.equals(large.subarray(700_000, 800_000))).toBe(true);
  expect((await get(address, { range: 'bytes=9999999-' })).status).toBe(416);

  const other = await publish();
  const before = store.gets.length;
  const head = await other.get(other.address, {}, 'HEAD');
  expect([head.status, head.headers['content-length']]).toEqual([200, String(other.large.length)]);
  const same = await other.get(other.address, { 'if-none-match': String(head.headers.etag) });
  expect(same.status).toBe(304);
  expect(store.gets.length).toBe(before);
});

test('while the store is away, what is cached plays on, and the rest is answered in words and kept nowhere', async () => {
  const cached = await publish();
  const uncached = await publish();
  for (const path of ['/', '/small.txt', cached.address]) await cached.get(path);
  store.problem = 'unreachable';
  for (let round = 0; round < 3; round += 1) {
    expect((await cached.get(cached.address)).body.equals(cached.large)).toBe(true);
    expect((await cached.get('/small.txt')).status).toBe(200);
  }
  for (const path of [uncached.address, '/small.txt']) {
    const answer = await uncached.get(path);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('10');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers.refresh).toBeUndefined();
    expect(answer.body.toString()).toContain('temporarily unavailable');
  }
  const opened = await uncached.get('/small.txt', { accept: 'text/html' });
  expect([opened.status, opened.headers.refresh]).toEqual([503, '10']);
  store.problem = null;
  expect((await uncached.get(uncached.address)).body.equals(uncached.large)).toBe(true);
  expect((await uncached.get('/small.txt')).status).toBe(200);
});

test('a transfer that breaks off, or brings wrong bytes, is never complete for a player', async () => {
  const { large, address, get } = await publish();
  store.onChunk = (chunk, position) => (position > 1_000_000 ? randomBytes(chunk.length) : chunk);
  await expect(get(address)).rejects.toThrow();
  store.onChunk = (chunk, position) => {
    if (position > 1_000_000) store.problem = 'unreachable';
    return chunk;
  };
  await expect(get(address)).rejects.toThrow();
  store.problem = null;
  store.onChunk = (chunk) => chunk;
  expect((await get(address)).body.equals(large)).toBe(true);
});

test('a small file of wrong bytes is refused instead of cut', async () => {
  const { get } = await publish();
  store.onChunk = (chunk) => randomBytes(chunk.length);
  expect((await get('/small.txt')).status).toBe(503);
  store.onChunk = (chunk) => chunk;
  expect((await get('/small.txt')).status).toBe(200);
});

test('what was played before its better encodings were made plays on with them, though the store goes away at once', async () => {
  const prose = Buffer.from(
    Array.from({ length: 60_000 }, () => randomBytes(3).toString('hex')[0]).join(' '),
  );
  const { appId } = await makeApp(server, ada.id, {
    'index.html': { content: page, type: 'text/html' },
    'played.json': { content: prose, type: 'application/json', encodable: true },
  });
  const get = () => visit(server, appId, '/played.json', { 'accept-encoding': 'br, gzip' });
  expect((await get()).headers['content-encoding']).toBeUndefined();
  await compressBlobs(server.context, 'best', [sha256(prose)], new AbortController().signal);
  store.problem = 'unreachable';
  await expect.poll(async () => (await get()).headers['content-encoding']).toBe('br');
  const answer = await get();
  expect([answer.status, brotliDecompressSync(answer.body).equals(prose)]).toEqual([200, true]);
});
