import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAnswers } from '#server/testing/http/kept-connection.ts';
import { headText, sendWhole } from './send-whole.ts';

const small = randomBytes(5_000);
const bodies = new Map([
  ['/small', small],
  ['/small-too', small],
  ['/large', randomBytes(40_000_000)],
]);
let server: Server;
const refused: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    const body = bodies.get(path) ?? Buffer.alloc(0);
    const head = headText({ 'Content-Type': 'image/png', 'Content-Length': body.length, 'X-Path': path });
    const answer = () => {
      if (sendWhole(response, head, body)) return;
      refused.push(path);
      response.writeHead(200, { 'Content-Length': body.length, 'X-Path': path }).end(body);
    };
    // Answered out of turn, so that a later request of the connection is ready before an earlier one.
    if (request.headers['x-late']) setTimeout(answer, 30);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
const get = (path: string, headers = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nHost: flux\r\n${headers}\r\n`;

test('one connection carries many answers, each whole and with its own head', async () => {
  const socket = open();
  for (let round = 0; round < 50; round += 1) {
    socket.write(get('/small'));
    const [answer] = await readAnswers(socket, 1);
    expect(answer?.body.equals(bodies.get('/small') ?? Buffer.alloc(0))).toBe(true);
    expect(answer?.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer?.head).toContain('\r\nContent-Type: image/png\r\n');
    expect(answer?.head).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n');
    const date = /\r\nDate: (.+)\r\n/.exec(answer?.head ?? '')?.[1] ?? '';
    expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(3_000);
  }
  socket.destroy();
});

test('one file under two heads is sent with the head that was asked for, every time', async () => {
  const socket = open();
  for (let round = 0; round < 60; round += 1) {
    const path = ['/small', '/small-too', '/small', '/small'][round % 4] ?? '';
    socket.write(get(path));
    const [answer] = await readAnswers(socket, 1);
    expect(/X-Path: (\S+)/i.exec(answer?.head ?? '')?.[1]).toBe(path);
    expect(answer?.body.equals(small)).toBe(true);
  }
  socket.destroy();
});

test('requests sent at once are answered in their order, also where a later one is ready first', async () => {
  const socket = open();
  socket.write(
    get('/small', 'X-Late: 1\r\n') + get('/large') + get('/small') + get('/large', 'X-Late: 1\r\n'),
  );
  const answers = await readAnswers(socket, 4);
  const paths = answers.map(({ head }) => /X-Path: (\S+)/i.exec(head)?.[1]);
  expect(paths).toEqual(['/small', '/large', '/small', '/large']);
  for (const [index, { body }] of answers.entries())
    expect(body.equals(bodies.get(paths[index] ?? '') ?? Buffer.alloc(0))).toBe(true);
  socket.destroy();
});

test.each([
  ['asks to close', 'Connection: close\r\n', '1.1'],
  ['speaks HTTP/1.0', '', '1.0'],
  ['speaks HTTP/1.0 and asks to keep', 'Connection: keep-alive\r\n', '1.0'],
])('a client that %s is answered by Node itself', async (_name, headers, version) => {
  refused.length = 0;
  const socket = open();
  socket.write(get('/small', headers, version));
  const [answer] = await readAnswers(socket, 1);
  expect(answer?.body.equals(bodies.get('/small') ?? Buffer.alloc(0))).toBe(true);
  expect(refused).toEqual(['/small']);
  socket.destroy();
});

test('a reader that takes its time gets everything, and the connection goes on', async () => {
  const socket = open();
  socket.write(get('/large'));
  // The system holds a part; the rest waits for the reader.
  await sleep(200);
  socket.write(get('/small'));
  const answers = await readAnswers(socket, 2);
  expect(answers.map(({ body }) => body.length)).toEqual([40_000_000, 5_000]);
  expect(answers[0]?.body.equals(bodies.get('/large') ?? Buffer.alloc(0))).toBe(true);
  socket.destroy();
});

test('a reader that goes away in the middle harms nobody', async () => {
  for (let round = 0; round < 20; round += 1) {
    const socket = open();
    socket.write(get('/large'));
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const socket = open();
  socket.write(get('/small'));
  expect(await readAnswers(socket, 1)).toHaveLength(1);
  socket.destroy();
});
