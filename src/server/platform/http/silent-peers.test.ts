import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { handleErrors } from './errors.ts';
import { cutSilentPeers } from './silent-peers.ts';

const silenceMs = 400;
const stallMs = 600;
const bodyMs = 1_200;
const upload = 'application/offset+octet-stream';
/** More than the system takes for a connection, and for longer than anybody who reads nothing is borne. */
const page = 'x'.repeat(20_000_000);
let fastify: FastifyInstance;
const logged: string[] = [];

beforeAll(async () => {
  fastify = Fastify();
  handleErrors(fastify, createLog('info', { write: (line) => logged.push(line) }));
  cutSilentPeers(fastify, { silenceMs, stallMs, bodyMs });
  fastify.addContentTypeParser(upload, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.post('/', async () => {
    await sleep(2 * silenceMs);
    return 'done';
  });
  fastify.get('/page', async () => page);
  fastify.get('/late', async () => {
    await sleep(2 * stallMs);
    return page;
  });
  await fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fastify.close());

/** Opens a request with a body of ten bytes; `ended` is what came back when the connection has ended. */
async function post(type = 'application/json') {
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = ['POST / HTTP/1.1', 'Host: x', `Content-Type: ${type}`, 'Content-Length: 10'];
  socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n"`);
  return { socket, ended: once(socket, 'close').then(() => text) };
}

test('whoever stops in the middle of a body is let go, and is no failure to be logged', async () => {
  const before = performance.now();
  const { ended } = await post();
  expect(await ended).not.toContain('200 OK');
  expect(performance.now() - before).toBeLessThan(10 * silenceMs);
  expect(logged).toEqual([]);
});

test('a slow body that keeps coming, and a long wait for the answer, are borne', async () => {
  const { socket, ended } = await post();
  for (const piece of ['aa', 'bb', 'cc', 'd', 'e', '"']) {
    await sleep(silenceMs / 4);
    socket.write(piece);
  }
  expect(await ended).toContain('200 OK');
});

test.each([
  ['JSON has a time to be there, however it keeps coming', 'application/json', false],
  ['files have none', upload, true],
])('%s', async (_what, type, borne) => {
  const { socket, ended } = await post(type);
  const before = performance.now();
  const rest = [...'aaaaaaaa"'];
  const drip = setInterval(() => socket.write(rest.shift() ?? ''), bodyMs / 6);
  const text = await ended;
  clearInterval(drip);
  expect(text.includes('200 OK')).toBe(borne);
  if (!borne) expect(performance.now() - before).toBeLessThan(1.3 * bodyMs);
});

/** Asks for a page; nothing of the answer is read but so many bytes, each time more are allowed. */
async function ask(path: string) {
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let [received, allowed] = [0, 0];
  socket.on('data', ({ length }) => {
    received += length;
    if (received >= allowed) socket.pause();
  });
  socket.pause();
  const read = (bytes: number) => {
    allowed = received + bytes;
    socket.resume();
  };
  return { read, ended: once(socket, 'close').then(() => received) };
}

const connections = () =>
  new Promise((resolve, reject) =>
    fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('whoever reads nothing of an answer is let go, and nothing is kept for them', async () => {
  const { read, ended } = await ask('/page');
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 10 * stallMs }).toBe(0);
  read(page.length);
  expect(await ended).toBeLessThan(page.length);
});

test('a slow reader who goes on gets all of it, and so does who waits for an answer that takes its time', async () => {
  const [slow, late] = [await ask('/page'), await ask('/late')];
  const turns = setInterval(() => slow.read(2_000_000), stallMs / 3);
  late.read(Number.POSITIVE_INFINITY);
  expect(await late.ended).toBeGreaterThan(page.length);
  expect(await slow.ended).toBeGreaterThan(page.length);
  clearInterval(turns);
});
