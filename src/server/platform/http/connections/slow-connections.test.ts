import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import { createLog } from '../../telemetry/log.ts';
import { handleErrors } from '../responses/errors.ts';
import { defaultPeerRules } from './connection-progress.ts';
import { compareRanks, SlowConnections } from './slow-connections.ts';

const rules = {
  ...defaultPeerRules,
  bodyWindowMs: 400,
  bodyBytesPerWindow: 4,
  smallBodyMs: 1_200,
  readerWindowMs: 600,
  unreadWindowMs: 200,
};
const upload = 'application/offset+octet-stream';
/** More than the system takes for a connection. */
const page = 'x'.repeat(20_000_000);
let fastify: FastifyInstance;
const logged: string[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line) => logged.push(line) });
  const slow = new SlowConnections(log, { rules, sweepMs: 20 });
  fastify = Fastify();
  // As in the product: a wrapper of what the server calls.
  const [handler] = fastify.server.listeners('request') as Parameters<SlowConnections['follow']>;
  if (!handler) throw new Error('Fastify listens to no requests.');
  fastify.server.removeAllListeners('request').on('request', slow.follow(handler));
  slow.watch(fastify.server);
  handleErrors(fastify, log);
  fastify.addContentTypeParser(upload, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', async ({ url }) => {
    if (url !== '/refused') return;
    // As long as it takes to find out whose request it is.
    await sleep(20);
    throw new FluxError('unauthenticated');
  });
  fastify.post('/', async () => {
    await sleep(2 * rules.bodyWindowMs);
    return 'done';
  });
  fastify.post('/refused', async () => '');
  fastify.get('/page', async () => page);
  fastify.get('/small', async () => 'small');
  await fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fastify.close());

const open = () => {
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, text: () => text, closed };
};

/** Sends the head of a request with a body of so many bytes, and the first of them. */
function begin(line: string, type = 'application/json', length = 10) {
  const peer = open();
  peer.socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n"`,
  );
  return peer;
}

/** Sends the pieces one after the other, evenly. */
async function drip({ socket }: ReturnType<typeof open>, pieces: readonly string[], everyMs: number) {
  for (const piece of pieces) {
    await sleep(everyMs);
    if (!socket.destroyed) socket.write(piece);
  }
}

test('a body that stops is cut off, and is no failure to be logged', async () => {
  const before = performance.now();
  expect(await begin('POST /').closed).not.toContain('200 OK');
  expect(performance.now() - before).toBeLessThan(10 * rules.bodyWindowMs);
  expect(logged).toEqual([]);
});

test('a body that keeps coming below the minimum rate is cut off, whether or not it holds files', async () => {
  for (const type of ['application/json', upload, 'multipart/form-data; boundary=b']) {
    const peer = begin('POST /', type);
    await drip(peer, ['a', 'a', 'a', 'a'], rules.bodyWindowMs / 2);
    expect(await peer.closed).not.toContain('200 OK');
  }
});

test('a slow body above the minimum rate arrives, and its sender may wait for the answer', async () => {
  const peer = begin('POST /');
  await drip(peer, ['aaa', 'aaa', 'aa"'], rules.bodyWindowMs / 3);
  await expect.poll(peer.text).toContain('200 OK');
  expect(peer.socket.destroyed).toBe(false);
  peer.socket.destroy();
});

test.each([
  ['JSON has to be complete in time, at whatever rate it comes', 'application/json', false],
  ['files may take longer', upload, true],
])('%s', async (_what, type, borne) => {
  const pieces = Array.from({ length: 15 }, () => 'aa');
  const peer = begin('POST /', type, 31);
  await drip(peer, pieces, rules.smallBodyMs / 10);
  await expect
    .poll(() => peer.text().includes('200 OK') || peer.socket.closed, { timeout: 5_000 })
    .toBe(true);
  expect(peer.text().includes('200 OK')).toBe(borne);
  peer.socket.destroy();
});

test.each(['POST /refused', 'GET /small', 'GET /nothing'])(
  'the answer to %s, whose body has not arrived, is the last of its connection',
  async (line) => {
    const peer = begin(line, upload, 1_000_000);
    await drip(peer, ['a', 'a', 'a', 'a', 'a', 'a'], 100);
    const text = await peer.closed;
    expect(text).toMatch(/^HTTP\/1\.1 (?:200|401|404) /);
    expect(text.toLowerCase()).toContain('connection: close');
  },
);

test('a refused body that keeps its pace is taken to its end, so that its sender reads the answer', async () => {
  const length = 30_000_000;
  const peer = begin('POST /refused', upload, length);
  peer.socket.write('x'.repeat(length - 1));
  const text = await peer.closed;
  expect(text).toContain('401 Unauthorized');
  expect(peer.socket.bytesWritten).toBeGreaterThan(length);
});

test('a connection with a refused body that has arrived is kept', async () => {
  const peer = open();
  peer.socket.write('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
  await expect.poll(peer.text).toContain('401 Unauthorized');
  peer.socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(peer.text).toContain('200 OK');
  peer.socket.destroy();
});

/** Asks for a page; nothing of the answer is read but so many bytes, each time more are allowed. */
async function ask(path: string, server: Server = fastify.server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let [received, allowed] = [0, 0];
  let enough = Promise.withResolvers<void>();
  const ended = once(socket, 'close').then(() => {
    enough.resolve();
    return received;
  });
  socket.on('data', ({ length }) => {
    received += length;
    if (received < allowed) return;
    socket.pause();
    enough.resolve();
  });
  socket.pause();
  const read = (bytes: number) => {
    allowed = received + bytes;
    enough = Promise.withResolvers();
    if (socket.closed) enough.resolve();
    socket.resume();
    return enough.promise;
  };
  return { socket, read, ended };
}

const connections = () =>
  new Promise((resolve, reject) =>
    fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('a reader that takes nothing is cut off, even if it sends on, and nothing is kept for it', async () => {
  await expect.poll(connections).toBe(0);
  const { socket, read, ended } = await ask('/page');
  await expect.poll(connections).toBe(1);
  const sending = setInterval(() => socket.write('G'), rules.readerWindowMs / 4);
  await expect.poll(connections, { timeout: 10 * rules.readerWindowMs }).toBe(0);
  clearInterval(sending);
  await read(page.length);
  expect(await ended).toBeLessThan(page.length);
});

test('a slow reader gets everything, and so does one whose answer takes its time', async () => {
  let now = 0;
  const slow = new SlowConnections(createLog('silent'), { rules, sweepMs: 1e9, now: () => now });
  /** Nearly all the time that a reader has for its next bytes. */
  const pass = () => {
    now += 0.9 * rules.readerWindowMs;
    slow.sweep();
  };
  const made = Promise.withResolvers<void>();
  let written: Socket | null = null;
  const answer = async ({ url, socket }: IncomingMessage, response: ServerResponse) => {
    if (url === '/late') await made.promise;
    else written = socket;
    response.end(page);
  };
  const server = createServer(slow.follow(answer));
  slow.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  /** Bytes that the system has not taken yet. */
  const queued = () => Number(Reflect.get(Object(Reflect.get(Object(written), '_handle')), 'writeQueueSize'));

  const [reader, late] = [await ask('/page', server), await ask('/late', server)];
  await expect.poll(queued).toBeGreaterThan(0);
  for (let [rounds, left] = [0, queued()]; left > 0; rounds += 1) {
    // The system takes more once a part of its buffer is free.
    while (queued() === left) await reader.read(1_000_000);
    left = queued();
    pass();
    expect(rounds).toBeLessThan(page.length);
  }
  await reader.read(Number.POSITIVE_INFINITY);
  expect(await reader.ended).toBeGreaterThan(page.length);
  // Many times what a reader has.
  expect(now).toBeGreaterThan(2 * rules.readerWindowMs);
  made.resolve();
  await late.read(Number.POSITIVE_INFINITY);
  expect(await late.ended).toBeGreaterThan(page.length);
  server.close();
});

test('refused bodies are dropped first, then the slowest, then idle connections, and new ones last', () => {
  const ranks = [
    { class: 'new', rate: 20 },
    { class: 'idle', rate: 0 },
    { class: 'slow', rate: 5 },
    { class: 'refused', rate: 9 },
    { class: 'slow', rate: 1 },
  ] as const;
  expect(ranks.toSorted(compareRanks).map(({ rate }) => rate)).toEqual([9, 1, 5, 0, 20]);
});
