import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readAnswers } from '#server/testing/http/kept-connection.ts';
import { RawResponseCache } from './raw-response-cache.ts';
import { headText, sendWhole } from './send-whole.ts';

const request = 'GET / HTTP/1.1\r\nHost: flux\r\n\r\n';

async function ask(socket: Socket): Promise<void> {
  socket.write(request);
  await readAnswers(socket, 1);
}

test('after its end all requests are parsed, and it ends once readers have taken its answers', async () => {
  const last = new RawResponseCache(1_000_000);
  const body = randomBytes(100_000);
  const head = headText({ 'Content-Length': body.length });
  let parsed = 0;
  const own = createServer((request, response) => {
    last.begin(request);
    parsed += 1;
    if (!sendWhole(response, head, body)) response.end(body);
    else last.note(response, body.length, { head, find: () => body, onGiven: () => {} });
  });
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const accepted = once(own, 'connection') as Promise<[Socket]>;
  const socket = connect((own.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  const [served] = await accepted;
  for (let time = 0; time < 4; time += 1) await ask(socket);
  socket.pause();
  let asked = 0;
  // A response that the kernel is still taking is in the buffer for a moment only.
  for (let queued = 0; queued < 2; asked += 1) {
    socket.write(request);
    await sleep(5);
    queued = served.writableLength > 0 ? queued + 1 : 0;
  }
  const before = parsed;
  let ended = false;
  const end = last.end().then(() => {
    ended = true;
  });
  await sleep(50);
  expect(ended).toBe(false);
  expect(await readAnswers(socket, asked)).toHaveLength(asked);
  await end;
  await ask(socket);
  expect(parsed).toBe(before + 1);
  own.closeAllConnections();
  own.close();
});
