import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundPipelining, maxWaiting } from './pipelining.ts';

const opened: { destroy(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy();
});

/** A server that answers when it is told to, and a connection to it. */
async function start() {
  const asked: ServerResponse[] = [];
  const server = createServer(boundPipelining((_request, response) => asked.push(response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket, { destroy: () => server.close() });
  let answers = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answers += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const send = (count: number) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  const answered = () => answers.split('HTTP/1.1 200').length - 1;
  return { asked, socket, send, answered };
}

test('a few requests may be sent ahead, again and again', async () => {
  const { asked, send, answered } = await start();
  for (let round = 1; round <= 3; round += 1) {
    send(1 + maxWaiting);
    await expect.poll(() => asked.length).toBe(1 + maxWaiting);
    for (const response of asked.splice(0)) response.end('here');
    await expect.poll(answered).toBe(round * (1 + maxWaiting));
  }
});

test('with one more the connection is closed, and nothing of what came with it is looked at', async () => {
  const { asked, socket, send } = await start();
  send(1_000);
  await once(socket, 'close');
  expect(asked).toHaveLength(1 + maxWaiting);
});
