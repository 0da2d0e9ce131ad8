import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { blobKey } from '../../features/storage/keys.ts';
import { builtinStore, onlyStore } from '../../features/storage/testing.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { LocalBlobStore } from '../../platform/blobs/local.ts';
import { defaultPeerRules } from '../../platform/http/connections/connection-progress.ts';
import { SlowConnections } from '../../platform/http/connections/slow-connections.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { createContentDelivery } from '../content.ts';
import { encode, makeApp, sha256, visit } from '../test-build.ts';
import { readRange } from './range.ts';

const large = randomBytes(5_000_000);
const small = randomBytes(1_000);
const address = `/_flux/${sha256(large)}/big.bin`;
const build = {
  'big.bin': { content: large },
  'small.bin': { content: small, encodings: ['gzip' as const] },
};

describe('ranges', () => {
  let server: TestServer;
  let appId: string;
  let etag: string;
  beforeAll(async () => {
    server = await startServer();
    ({ appId } = await makeApp(server, (await signIn(server, 'ada')).id, build));
    etag = String((await visit(server, appId, '/small.bin')).headers.etag);
  });
  afterAll(() => server.close());
  const get = (path: string, headers: object) => visit(server, appId, path, { ...headers });

  test('any single range of a file in memory and of one on disk is that very part', async () => {
    const place = fc.option(fc.double({ min: 0, max: 1.2, noNaN: true }), { nil: null });
    await fc.assert(
      fc.asyncProperty(place, place, fc.boolean(), async (first, last, isLarge) => {
        const content = isLarge ? large : small;
        const at = (share: number | null) => (share === null ? '' : Math.floor(share * content.length));
        const range = `bytes=${at(first)}-${at(last)}`;
        const answer = await get(isLarge ? address : '/small.bin', { range });
        const expected = readRange(range, content.length);
        if (expected === null) {
          expect([answer.status, answer.body.equals(content)]).toEqual([200, true]);
        } else if (expected === 'unsatisfiable') {
          expect([answer.status, answer.headers['content-range']]).toEqual([
            416,
            `bytes */${content.length}`,
          ]);
        } else {
          const { start, end } = expected;
          expect([answer.status, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
            206,
            `bytes ${start}-${end}/${content.length}`,
            String(end - start + 1),
          ]);
          expect(answer.body.equals(content.subarray(start, end + 1))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('several ranges get the whole', async () => {
    const many = `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`;
    const answer = await get('/small.bin', { range: many });
    expect([answer.status, answer.body.equals(small)]).toEqual([200, true]);
  });

  test.each<[string, () => string, number]>([
    ['the very tag', () => etag, 206],
    ['another tag', () => '"other"', 200],
    ['the tag as a weak one', () => `W/${etag}`, 200],
    ['a date', () => 'Wed, 21 Oct 2015 07:28:00 GMT', 200],
  ])('If-Range with %s', async (_what, value, status) => {
    const answer = await get('/small.bin', { range: 'bytes=0-9', 'if-range': value() });
    expect(answer.status).toBe(status);
  });

  test('a part is one of the decoded file, with its tag, whatever else is accepted', async () => {
    const answer = await get('/small.bin', { range: 'bytes=0-9', 'accept-encoding': 'gzip' });
    expect([answer.status, answer.headers['content-encoding'], answer.headers.etag]).toEqual([
      206,
      undefined,
      etag,
    ]);
    const refused = await get('/small.bin', { range: 'bytes=0-9', 'accept-encoding': 'gzip, identity;q=0' });
    expect([refused.status, refused.headers['content-encoding']]).toEqual([200, 'gzip']);
  });

  test('a kept copy is confirmed before any part is sent, and HEAD knows no parts', async () => {
    expect((await get('/small.bin', { range: 'bytes=0-9', 'if-none-match': etag })).status).toBe(304);
    const head = await visit(server, appId, '/small.bin', { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, '1000']);
  });
});

describe('reading from disk', () => {
  let server: TestServer;
  let ada: Person;
  let appId: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    // One of these tests loses bytes on purpose, which is logged.
    server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
    ada = await signIn(server, 'ada');
    ({ appId } = await makeApp(server, ada.id, build));
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => server.close());

  /** Asks and reads nothing: the answer stays in the buffers of the connection. */
  async function askWithoutReading(port = server.port): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.pause();
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${appId}.flux.localhost:${server.port}\r\n\r\n`);
    return socket;
  }

  function openBlobs(): number {
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes(sha256(large));
      } catch {
        return false;
      }
    }).length;
  }

  test('a reader that goes away in the middle leaves no open file', async () => {
    const waiting = await Promise.all(Array.from({ length: 10 }, () => askWithoutReading()));
    await vi.waitFor(() => expect(openBlobs()).toBe(10), 60_000);
    for (const socket of waiting) socket.destroy();
    await vi.waitFor(() => expect(openBlobs()).toBe(0), 60_000);
    expect((await visit(server, appId, address)).body.equals(large)).toBe(true);
    expect(openBlobs()).toBe(0);
  });

  test('a reader that takes nothing is let go in time', async () => {
    const handler = createContentDelivery(server.context);
    const rules = { ...defaultPeerRules, readerWindowMs: 200 };
    const slow = new SlowConnections(server.context.log, { rules, sweepMs: 50 });
    const answer: RequestListener = (request, response) => handler.handle(request, response);
    const impatient = createServer(slow.follow(answer));
    slow.watch(impatient);
    await new Promise<void>((resolve) => impatient.listen(0, '127.0.0.1', resolve));
    await askWithoutReading((impatient.address() as AddressInfo).port);
    await vi.waitFor(() => expect(openBlobs()).toBe(1), 60_000);
    await vi.waitFor(() => expect(openBlobs()).toBe(0), 60_000);
    await new Promise((resolve) => impatient.close(resolve));
  });

  test('many readers at once each get every byte', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(server, appId, address)));
    expect(answers.every(({ body }) => body.equals(large))).toBe(true);
  });

  test('a form that was swept between the look and the grasp is replaced by what is there now', async () => {
    const content = Buffer.concat([randomBytes(600_000), Buffer.alloc(4_000)]);
    const swept = await makeApp(server, ada.id, {
      'a.txt': { content, type: 'text/plain', encodings: ['gzip'] },
    });
    const ask = () => visit(server, swept.appId, '/a.txt', { 'accept-encoding': 'gzip' });
    expect((await ask()).headers['content-encoding']).toBe('gzip');
    const { db } = server.context;
    const store = await builtinStore(server.context);
    await db.deleteFrom('blob_encodings').where('encoding', '=', 'gzip').execute();
    await rm(String(store.localPath(blobKey(sha256(content), 'gzip', sha256(encode.gzip(content))))));
    const answer = await ask();
    expect([answer.status, answer.headers['content-encoding'], answer.body.equals(content)]).toEqual([
      200,
      undefined,
      true,
    ]);
  });

  test('bytes that are lost altogether are an error in plain text, not a hanging or a cut answer', async () => {
    const content = randomBytes(600_000);
    const lost = await makeApp(server, ada.id, { 'a.txt': { content, type: 'text/plain' } });
    await (await builtinStore(server.context)).delete(blobKey(sha256(content), 'identity', sha256(content)));
    const answer = await visit(server, lost.appId, '/a.txt');
    expect([answer.status, answer.headers['cache-control']]).toEqual([500, 'no-store']);
  });
});

/** As the clouds are: without files of this machine. */
function distant(store: BlobStore): BlobStore {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'localPath') return () => null;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test('a store without local files delivers the same bytes and parts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-distant-'));
  const server = await startServer({ stores: onlyStore(distant(new LocalBlobStore(folder))) });
  try {
    const { appId } = await makeApp(server, (await signIn(server, 'ada')).id, build);
    expect((await visit(server, appId, address)).body.equals(large)).toBe(true);
    expect((await visit(server, appId, '/small.bin')).body.equals(small)).toBe(true);
    const part = await visit(server, appId, address, { range: 'bytes=1000000-3999999' });
    expect(part.body.equals(large.subarray(1_000_000, 4_000_000))).toBe(true);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
