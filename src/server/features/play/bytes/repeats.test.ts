import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readAnswers } from '../../../testing/kept-connection.ts';
import { Repeats } from './repeats.ts';
import { headText, sendWhole } from './send-whole.ts';

const bodies = new Map([
  ['/a', randomBytes(5_000)],
  ['/b', randomBytes(6_000)],
  ['/large', randomBytes(40_000)],
]);
const repeats = new Repeats(5_000);
let server: Server;
/** What came to the handler. */
let handled: string[] = [];
let given = 0;
let holds = true;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 500 }, (request, response) => {
    repeats.begin(request);
    const path = request.url ?? '';
    handled.push(path);
    const found = bodies.get(path);
    if (!found || request.method !== 'GET') {
      response.writeHead(404, { 'Content-Length': 0, 'X-Path': path });
      request.on('end', () => response.end()).resume();
      return;
    }
    const body = found;
    const head = headText({ 'Content-Length': body.length, 'X-Path': path });
    const onGiven = () => {
      given += 1;
    };
    const answer = () => {
      if (!sendWhole(response, head, body, () => {}))
        response.writeHead(200, { 'Content-Length': body.length, 'X-Path': path }).end(body);
      else repeats.note(response, { head, body, holds: () => holds, onGiven });
    };
    if (request.headers['x-late']) setTimeout(answer, 20);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [handled, given, holds] = [[], 0, true];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open(): Socket {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  return socket;
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: flux\r\n${headers}\r\n`;
const pathOf = (head: string) => /X-Path: (\S+)/i.exec(head)?.[1];

async function ask(socket: Socket, text: string, count = 1) {
  socket.write(text);
  return readAnswers(socket, count);
}

/** Asks as often as it takes for a request to be known, and the connection to be one that is looked into. */
async function repeat(socket: Socket, path: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) await ask(socket, get(path));
  handled = [];
  given = 0;
}

test('what comes once more is answered with the same bytes, and nobody is asked', async () => {
  const socket = open();
  await repeat(socket, '/a');
  for (let time = 0; time < 20; time += 1) {
    const [answer] = await ask(socket, get('/a'));
    expect(answer?.body.equals(bodies.get('/a') ?? Buffer.alloc(0))).toBe(true);
    expect(answer?.head).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 5000\r\nX-Path: \/a\r\nDate: /);
  }
  expect([handled, given]).toEqual([[], 20]);
});

test('so it is on another connection, from its second request on', async () => {
  await repeat(open(), '/a');
  const socket = open();
  for (let time = 0; time < 4; time += 1) await ask(socket, get('/a'));
  expect([handled, given]).toEqual([['/a', '/a'], 2]);
});

test('another request, or the same with another head, goes the whole way, and repeats go on after it', async () => {
  const socket = open();
  await repeat(socket, '/a');
  const heads = [];
  for (const text of [get('/b'), get('/a', 'Accept: image/png\r\n'), get('/nowhere'), get('/a'), get('/a')])
    heads.push(pathOf((await ask(socket, text))[0]?.head ?? ''));
  expect(heads).toEqual(['/b', '/a', '/nowhere', '/a', '/a']);
  // After what is not repeated the connection is not known to be between requests until one is.
  expect([handled, given]).toEqual([['/b', '/a', '/nowhere', '/a'], 1]);
});

test('what does not hold any more goes the whole way', async () => {
  const socket = open();
  await repeat(socket, '/a');
  holds = false;
  await ask(socket, get('/a'));
  expect([handled, given]).toEqual([['/a'], 0]);
});

test('large files are left to their way', async () => {
  const socket = open();
  await repeat(socket, '/large');
  await ask(socket, get('/large'));
  expect([handled, given]).toEqual([['/large'], 0]);
});

test('what is the end of another request is no request, whatever it looks like', async () => {
  const socket = open();
  await repeat(socket, '/a');
  const text = get('/a');
  socket.write(`POST /sent HTTP/1.1\r\nHost: flux\r\nContent-Length: ${text.length * 2}\r\n\r\n`);
  await sleep(20);
  socket.write(text);
  await sleep(20);
  const [answer] = await ask(socket, text);
  expect([pathOf(answer?.head ?? ''), handled, given]).toEqual(['/sent', ['/sent'], 0]);
  // As a field of a head that began before: nothing is learnt of it for those who ask for it in earnest.
  socket.write('GET /b HTTP/1.1\r\nHost: flux\r\nX: ');
  await sleep(20);
  expect(pathOf((await ask(socket, get('/smuggled')))[0]?.head ?? '')).toBe('/b');
  for (let time = 0; time < 3; time += 1)
    expect(pathOf((await ask(socket, get('/smuggled')))[0]?.head ?? '')).toBe('/smuggled');
});

test('what began before the last answer was given is no repeat either', async () => {
  const socket = open();
  const late = get('/a', 'X-Late: 1\r\n');
  for (let time = 0; time < 3; time += 1) await ask(socket, late);
  await ask(socket, get('/nowhere'));
  [handled, given] = [[], 0];
  socket.write(late);
  await sleep(5);
  socket.write('GET /b HTTP/1.1\r\nHost: flux\r\nX: ');
  await sleep(40);
  socket.write(late);
  const answers = await readAnswers(socket, 2);
  expect([answers.map(({ head }) => pathOf(head)), handled, given]).toEqual([['/a', '/b'], ['/a', '/b'], 0]);
});

test('an answer that is late keeps its place before those that lie ready', async () => {
  const socket = open();
  await repeat(socket, '/a');
  for (let time = 0; time < 3; time += 1) await ask(socket, get('/b', 'X-Late: 1\r\n'));
  await ask(socket, get('/nowhere'));
  const texts = [get('/b', 'X-Late: 1\r\n'), get('/a'), get('/b', 'X-Late: 1\r\n'), get('/a')];
  for (const text of texts) {
    socket.write(text);
    await sleep(2);
  }
  const answers = await readAnswers(socket, 4);
  expect(answers.map(({ head }) => pathOf(head))).toEqual(['/b', '/a', '/b', '/a']);
});

test('whatever comes in whatever pieces is answered in its order, each with its own', async () => {
  const request = fc.oneof(
    fc.constantFrom(get('/a'), get('/b'), get('/nowhere'), get('/b', 'X-Late: 1\r\n')),
    // A body that looks like a request.
    fc.constant(
      `POST /sent HTTP/1.1\r\nHost: flux\r\nContent-Length: ${get('/a').length}\r\n\r\n${get('/a')}`,
    ),
  );
  const cut = fc.double({ min: 0, max: 1, noNaN: true });
  await repeat(open(), '/a');
  await repeat(open(), '/b');
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 12 }),
      fc.array(cut, { maxLength: 6 }),
      fc.boolean(),
      async (texts, cuts, atBounds) => {
        const stream = texts.join('');
        const bounds = texts.map((_text, index) => texts.slice(0, index + 1).join('').length);
        const places = [
          ...cuts.map((share) => Math.floor(share * stream.length)),
          ...(atBounds ? bounds : []),
        ];
        const ends = [...new Set([...places, stream.length])].toSorted((a, b) => a - b);
        const socket = open();
        let from = 0;
        for (const end of ends) {
          socket.write(stream.slice(from, end));
          from = end;
          await sleep(1);
        }
        const answers = await readAnswers(socket, texts.length);
        const expected = texts.map((text) => text.split(' ')[1]);
        expect(answers.map(({ head }) => pathOf(head))).toEqual(expected);
        for (const { head, body } of answers)
          expect(body.equals(bodies.get(pathOf(head) ?? '') ?? Buffer.alloc(0))).toBe(true);
        socket.destroy();
      },
    ),
    { numRuns: 60 },
  );
  expect(given).toBeGreaterThan(0);
});

test('who asks again and again and reads nothing fills no memory, and loses nothing', async () => {
  const accepted = once(server, 'connection');
  const socket = open();
  const [served] = (await accepted) as [Socket];
  await repeat(socket, '/a');
  socket.pause();
  const count = 2_000;
  let most = 0;
  for (let time = 0; time < count; time += 1) {
    socket.write(get('/a'));
    if (time % 20 > 0) continue;
    await sleep(1);
    most = Math.max(most, served.writableLength);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(500_000);
  expect(await readAnswers(socket, count)).toHaveLength(count);
});

test('a connection that was looked into ends as others do: asked to, or left alone', async () => {
  const asked = open();
  await repeat(asked, '/a');
  const [answer] = await ask(asked, get('/a', 'Connection: close\r\n'));
  expect(answer?.body).toHaveLength(5_000);
  await vi.waitFor(() => expect(asked.readyState).not.toBe('open'));
  const left = open();
  await repeat(left, '/a');
  await ask(left, get('/a'));
  expect(given).toBe(1);
  const ended = once(left, 'close');
  left.resume();
  await ended;
});
