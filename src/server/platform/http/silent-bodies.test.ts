import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { handleErrors } from './errors.ts';
import { cutSilentBodies } from './silent-bodies.ts';

const silenceMs = 400;
let fastify: FastifyInstance;
const logged: string[] = [];

beforeAll(async () => {
  fastify = Fastify();
  handleErrors(fastify, createLog('info', { write: (line) => logged.push(line) }));
  cutSilentBodies(fastify, silenceMs);
  fastify.post('/', async () => {
    await sleep(2 * silenceMs);
    return 'done';
  });
  await fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fastify.close());

/** Opens a request with a body of ten bytes in JSON; `sent` is what came back when the connection has ended. */
async function post() {
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 10'];
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
