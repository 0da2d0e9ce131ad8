import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ConnectionProgress, defaultPeerRules } from './connection-progress.ts';

const opened: { destroy(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy();
});

/** The clock of the test starts here, with the request. */
const start = 1_000_000;

interface Exchange {
  peer: Socket;
  request: IncomingMessage;
  response: ServerResponse;
  progress: ConnectionProgress;
}

/** A request that has arrived at a server, and is not answered. */
async function send(head: string): Promise<Exchange> {
  const server = createServer();
  let progress: ConnectionProgress | null = null;
  server.on('connection', (socket: Socket) => {
    opened.push(socket);
    progress = new ConnectionProgress(socket, start);
  });
  const arrived = new Promise<Exchange>((resolve) => {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (progress === null) throw new Error('A request came without a connection.');
      progress.begin(request, response, start);
      resolve({ peer, request, response, progress });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  opened.push(peer, { destroy: () => server.close() });
  peer.write(`${head}\r\nHost: x\r\n\r\n`);
  return arrived;
}

const upload = (length: number) =>
  send(`POST / HTTP/1.1\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${length}`);

/** Sends a part of a body, and waits until all of it was read. */
async function bring({ peer, request }: Exchange, bytes: number) {
  const { bytesRead } = request.socket;
  peer.write(Buffer.alloc(bytes));
  await expect.poll(() => request.socket.bytesRead).toBe(bytesRead + bytes);
}

const waiting = ({ request }: Exchange) =>
  Number(Reflect.get(Object(Reflect.get(request.socket, '_handle')), 'writeQueueSize'));

/** Writes an answer that the system cannot take as a whole, to a peer that reads nothing. */
async function answer(exchange: Exchange) {
  const { peer, response } = exchange;
  peer.pause();
  response.write(Buffer.alloc(100_000_000));
  let [before, now] = [-1, waiting(exchange)];
  while (now !== before) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    [before, now] = [now, waiting(exchange)];
  }
  expect(now).toBeGreaterThan(80_000_000);
}

/** Reads until the system has taken more of the answer. */
async function take(exchange: Exchange) {
  const before = waiting(exchange);
  exchange.peer.resume();
  await expect.poll(() => waiting(exchange), { interval: 1 }).toBeLessThan(before);
  exchange.peer.pause();
}

test('an upload that Flux holds up is kept, and its sender gets a whole window afterwards', async () => {
  const sent = 1_000_000;
  const exchange = await upload(2 * sent);
  const { peer, request, progress } = exchange;
  peer.write(Buffer.alloc(sent));
  await expect.poll(() => request.readableLength).toBeGreaterThanOrEqual(request.readableHighWaterMark);
  const resumedAt = start + 2 * defaultPeerRules.bodyWindowMs;
  for (let now = start; now < resumedAt; now += 1_000) {
    expect(progress.isTooSlow(now, defaultPeerRules)).toBe(false);
    expect(progress.dropRank(now)).toBeNull();
  }
  let received = 0;
  request.on('data', ({ length }) => {
    received += length;
  });
  await expect.poll(() => received).toBe(sent);
  for (const [ms, isTooSlow, rank] of [
    [0, false, undefined],
    [4_000, false, undefined],
    [6_000, false, 'slow'],
    [defaultPeerRules.bodyWindowMs - 1, false, 'slow'],
    [defaultPeerRules.bodyWindowMs, true, 'slow'],
  ] as const) {
    expect(progress.dropRank(resumedAt + ms)?.class, `${ms} ms`).toBe(rank);
    expect(progress.isTooSlow(resumedAt + ms, defaultPeerRules), `${ms} ms`).toBe(isTooSlow);
  }
});

test('a body counts from its request on, and a fast one stays fast at the end of a window', async () => {
  const exchange = await upload(100_000_000);
  const { request, progress } = exchange;
  request.resume();
  await bring(exchange, 100_000);
  // The first look at the connection comes late.
  expect(progress.dropRank(start + 900)).toBeNull();
  let now = start;
  for (; now < start + defaultPeerRules.bodyWindowMs; now += 1_000) {
    await bring(exchange, 50_000);
    expect(progress.isTooSlow(now, defaultPeerRules)).toBe(false);
  }
  expect(progress.isTooSlow(now, defaultPeerRules)).toBe(false);
  expect(progress.dropRank(now + 900)).toBeNull();
});

test('a body that does not come is slow at once, since nothing is known in its favour', async () => {
  const { request, progress } = await upload(1_000);
  request.resume();
  expect(progress.dropRank(start + 100)).toBeNull();
  expect(progress.dropRank(start + 1_000)?.class).toBe('slow');
});

test('a reader is slow after five seconds without movement, and never before', async () => {
  const exchange = await send('GET / HTTP/1.1');
  const { progress } = exchange;
  await answer(exchange);
  // The answer took a minute to begin.
  let now = start + 60_000;
  for (const [ms, rank] of [
    [0, undefined],
    [1_000, undefined],
    [4_900, undefined],
    [5_000, 'slow'],
  ] as const)
    expect(progress.dropRank(now + ms)?.class, `${ms} ms`).toBe(rank);
  // It reads again, in steps as large as those of the system.
  now += 5_000;
  for (let step = 0; step < 6; step += 1) {
    now += 1_000;
    await take(exchange);
    progress.dropRank(now);
  }
  expect(progress.dropRank(now)).toBeNull();
  expect(progress.dropRank(now + 3_000)).toBeNull();
  for (let ms = 4_000; ms < 11_000; ms += 1_000) progress.dropRank(now + ms);
  expect(progress.dropRank(now + 11_000)?.class).toBe('slow');
});

test('a reader that took nothing yet ranks as a new connection, which goes last', async () => {
  const exchange = await send('GET / HTTP/1.1');
  await answer(exchange);
  const { progress } = exchange;
  expect(progress.dropRank(start)).toBeNull();
  expect(progress.dropRank(start + 1_000)?.class).toBe('new');
  expect(progress.dropRank(start + 5_000)?.class).toBe('slow');
});

test('a reader that takes nothing is too slow a window after its last movement', async () => {
  const exchange = await send('GET / HTTP/1.1');
  await answer(exchange);
  const { progress } = exchange;
  const { readerWindowMs } = defaultPeerRules;
  expect(progress.isTooSlow(start, defaultPeerRules)).toBe(false);
  await take(exchange);
  expect(progress.isTooSlow(start + readerWindowMs - 1, defaultPeerRules)).toBe(false);
  expect(progress.isTooSlow(start + 2 * readerWindowMs - 2, defaultPeerRules)).toBe(false);
  expect(progress.isTooSlow(start + 2 * readerWindowMs - 1, defaultPeerRules)).toBe(true);
});
