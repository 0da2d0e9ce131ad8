import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlobCache } from '#server/platform/blobs/cache/blob-cache.ts';
import { LocalBlobStore } from '#server/platform/blobs/local.ts';
import { createLog } from '#server/platform/telemetry/log.ts';
import { DistantStore } from '#server/testing/storage/distant-store.ts';
import { sendStream } from './send-file.ts';

const megabyte = 1_048_576;
let server: Server;
let answer: (response: ServerResponse) => void;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/** A reader who takes nothing until they are resumed. */
function stalledReader(): Socket {
  const socket = connect({ port: port(), host: '127.0.0.1' });
  socket.pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  sockets.push(socket);
  return socket;
}

/** Without end, chunk by chunk. */
async function* endless(onEnd: () => void) {
  try {
    for (;;) yield Buffer.alloc(65_536);
  } finally {
    onEnd();
  }
}

test('a stream is sent whole', async () => {
  const chunks = Array.from({ length: 50 }, (_, index) => randomBytes(1 + index * 3_000));
  answer = (response) => void sendStream(Readable.from(chunks), response);
  const got = await (await fetch(`http://127.0.0.1:${port()}`)).arrayBuffer();
  expect(Buffer.from(got).equals(Buffer.concat(chunks))).toBe(true);
});

test('a reader who goes away ends the stream', async () => {
  const ended = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<unknown>();
  answer = (response) => {
    sendStream(Readable.from(endless(ended.resolve)), response).catch(failed.resolve);
  };
  const socket = stalledReader();
  await sleep(100);
  socket.destroy();
  expect(await failed.promise).toBeInstanceOf(Error);
  await ended.promise;
});

test('a reader who goes away while nothing comes is noticed at once', async () => {
  const failed = Promise.withResolvers<unknown>();
  const stream = new Readable({ read: () => {} });
  answer = (response) => {
    sendStream(stream, response).catch(failed.resolve);
  };
  const socket = stalledReader();
  await once(server, 'request');
  socket.destroy();
  expect(await failed.promise).toBeInstanceOf(Error);
  expect(stream.destroyed).toBe(true);
});

test('a stream that fails is told, and its answer is not ended', async () => {
  const outcome = Promise.withResolvers<[unknown, boolean]>();
  const failing = async function* () {
    yield Buffer.alloc(1_000);
    throw new Error('The store went away.');
  };
  answer = (response) => {
    sendStream(Readable.from(failing()), response).catch((error: unknown) => {
      outcome.resolve([error, response.writableEnded]);
    });
  };
  stalledReader();
  expect(await outcome.promise).toEqual([new Error('The store went away.'), false]);
});

test('a reader who takes nothing of a file that is still arriving, or has just arrived, costs less than 150 kB', async () => {
  const root = await mkdtemp(join(tmpdir(), 'flux-stalled-'));
  const store = new DistantStore(new LocalBlobStore(join(root, 'distant')));
  const cache = new BlobCache({
    folder: join(root, 'cache'),
    maxBytes: 64 * megabyte,
    log: createLog('silent'),
  });
  const arrived = Promise.withResolvers<void>();
  try {
    // More than the system takes for a reader who reads nothing.
    const bytes = randomBytes(24 * megabyte);
    const storedSha256 = createHash('sha256').update(bytes).digest('hex');
    const form = { storageId: 'distant', key: 'blobs/1', size: bytes.length, storedSha256 };
    await store.put(form.key, bytes, form.size);
    store.onChunk = async (chunk, position) => {
      if (position >= 20 * megabyte) await arrived.promise;
      return chunk;
    };
    answer = async (response) => {
      const file = await cache.open(form, async () => store);
      if (file.kind !== 'growing') throw new Error('It is in the cache already.');
      const range = { start: 0, end: form.size - 1 };
      await sendStream(await file.stream(range), response).catch(() => {});
      await file.close();
    };
    const readers = 40;
    stalledReader();
    const before = await heldBytes();
    const costEach = async () => ((await heldBytes()) - before) / readers;
    for (let count = 0; count < readers; count += 1) stalledReader();
    expect(await costEach()).toBeLessThan(150_000);
    arrived.resolve();
    expect(await costEach()).toBeLessThan(150_000);
  } finally {
    arrived.resolve();
    await cache.close();
    await rm(root, { recursive: true });
  }
});

/** What buffers and objects hold once all is at rest. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    await sleep(500);
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    const held = arrayBuffers + heapUsed;
    if (Math.abs(held - last) < 100_000) return held;
    last = held;
  }
}
