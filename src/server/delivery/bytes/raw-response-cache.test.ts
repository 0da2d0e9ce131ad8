import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readAnswers } from '#server/testing/http/kept-connection.ts';
import { RawResponseCache } from './raw-response-cache.ts';
import { sendThrottle } from './send-throttle.ts';
import { headText, sendWhole } from './send-whole.ts';

const bodies = new Map([
  ['/a', randomBytes(5_000)],
  ['/b', randomBytes(6_000)],
  ['/wide', randomBytes(30_000)],
  ['/picture', randomBytes(100_000)],
  ['/large', randomBytes(140_000)],
  ['/huge', randomBytes(8_000_000)],
]);
const rawResponses = new RawResponseCache(1_000_000);
let server: Server;
/** What came to the handler. */
let handled: string[] = [];
/** What came to nobody, in bytes. */
let given: number[] = [];
let holds = true;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    rawResponses.begin(request);
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
    const rawResponse = {
      head,
      find: () => (holds ? body : null),
      onGiven: (bytes: number) => {
        given.push(bytes);
      },
    };
    const answer = () => {
      if (!sendWhole(response, head, body))
        response.writeHead(200, { 'Content-Length': body.length, 'X-Path': path }).end(body);
      else rawResponses.note(response, body.length, rawResponse);
    };
    const late = Number(request.headers['x-late'] ?? 0);
    if (late > 0) setTimeout(answer, late);
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
  [handled, given, holds] = [[], [], true];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open(): Socket {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  return socket;
}

/** Lets the server close idle connections after half a second, in this test alone. */
function closeIdleSoon(): void {
  const { keepAliveTimeout } = server;
  onTestFinished(() => {
    server.keepAliveTimeout = keepAliveTimeout;
  });
  server.keepAliveTimeout = 500;
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: flux\r\n${headers}\r\n`;
const pathOf = (head: string) => /X-Path: (\S+)/i.exec(head)?.[1];

async function ask(socket: Socket, text: string, count = 1) {
  socket.write(text);
  return readAnswers(socket, count);
}

/** A connection and the server's end of it. */
async function openBoth(): Promise<[Socket, Socket]> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = open();
  return [socket, ...(await accepted)];
}

/** Asks as often as it takes for a request to be known, and the connection to be one that is looked into. */
async function repeat(socket: Socket, path: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) await ask(socket, get(path));
  [handled, given] = [[], []];
}

test('what comes once more is answered with the same bytes, and nobody is asked', async () => {
  const socket = open();
  await repeat(socket, '/a');
  for (let time = 0; time < 20; time += 1) {
    const [answer] = await ask(socket, get('/a'));
    expect(answer?.body.equals(bodies.get('/a') ?? Buffer.alloc(0))).toBe(true);
    expect(answer?.head).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 5000\r\nX-Path: \/a\r\nDate: /);
  }
  expect([handled, given]).toEqual([[], Array.from({ length: 20 }, () => 5_000)]);
});

test('so it is on another connection, from its second request on', async () => {
  await repeat(open(), '/a');
  const socket = open();
  for (let time = 0; time < 4; time += 1) await ask(socket, get('/a'));
  expect([handled, given]).toEqual([
    ['/a', '/a'],
    [5_000, 5_000],
  ]);
});

test('another request, or the same with another head, is parsed, and repetitions are answered again after it', async () => {
  const socket = open();
  await repeat(socket, '/a');
  const heads = [];
  for (const text of [get('/b'), get('/a', 'Accept: image/png\r\n'), get('/nowhere'), get('/a'), get('/a')])
    heads.push(pathOf((await ask(socket, text))[0]?.head ?? ''));
  expect(heads).toEqual(['/b', '/a', '/nowhere', '/a', '/a']);
  // After what is not repeated the connection is not known to be between requests until one is.
  expect([handled, given]).toEqual([['/b', '/a', '/nowhere', '/a'], [5_000]]);
});

test('what does not hold any more goes the whole way', async () => {
  const socket = open();
  await repeat(socket, '/a');
  holds = false;
  await ask(socket, get('/a'));
  expect([handled, given]).toEqual([['/a'], []]);
});

test('in a crowd, what is not small waits for its turn, and what is small does not', async () => {
  const socket = open();
  await repeat(socket, '/picture');
  await ask(socket, get('/picture'));
  expect([handled, given]).toEqual([[], [100_000]]);
  // All that may be sent in one turn of the event loop, and one who waits for the next.
  const crowd = vi.spyOn(sendThrottle, 'takeNow').mockReturnValue(false);
  for (let time = 0; time < 120; time += 1) await ask(socket, get('/picture'));
  expect([handled.length, given]).toEqual([120, [100_000]]);
  await repeat(socket, '/a');
  await ask(socket, get('/a'));
  expect([handled, given]).toEqual([[], [5_000]]);
  crowd.mockRestore();
});

test('large files are left to their way', async () => {
  const socket = open();
  await repeat(socket, '/large');
  await ask(socket, get('/large'));
  expect([handled, given]).toEqual([['/large'], []]);
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
  expect([pathOf(answer?.head ?? ''), handled, given]).toEqual(['/sent', ['/sent'], []]);
  // As a field of a head that began before: nothing is learnt of it for those who ask for it in earnest.
  socket.write('GET /b HTTP/1.1\r\nHost: flux\r\nX: ');
  await sleep(20);
  expect(pathOf((await ask(socket, get('/smuggled')))[0]?.head ?? '')).toBe('/b');
  for (let time = 0; time < 3; time += 1)
    expect(pathOf((await ask(socket, get('/smuggled')))[0]?.head ?? '')).toBe('/smuggled');
});

test('what began before the last answer was given is no repeat either', async () => {
  const socket = open();
  const late = get('/a', 'X-Late: 20\r\n');
  for (let time = 0; time < 3; time += 1) await ask(socket, late);
  await ask(socket, get('/nowhere'));
  [handled, given] = [[], []];
  socket.write(late);
  await sleep(5);
  socket.write('GET /b HTTP/1.1\r\nHost: flux\r\nX: ');
  await sleep(40);
  socket.write(late);
  const answers = await readAnswers(socket, 2);
  expect([answers.map(({ head }) => pathOf(head)), handled, given]).toEqual([['/a', '/b'], ['/a', '/b'], []]);
});

test('an answer that is late keeps its place before those that lie ready', async () => {
  const socket = open();
  await repeat(socket, '/a');
  for (let time = 0; time < 3; time += 1) await ask(socket, get('/b', 'X-Late: 20\r\n'));
  await ask(socket, get('/nowhere'));
  const texts = [get('/b', 'X-Late: 20\r\n'), get('/a'), get('/b', 'X-Late: 20\r\n'), get('/a')];
  for (const text of texts) {
    socket.write(text);
    await sleep(2);
  }
  const answers = await readAnswers(socket, 4);
  expect(answers.map(({ head }) => pathOf(head))).toEqual(['/b', '/a', '/b', '/a']);
});

test('whatever comes in whatever pieces is answered in its order, each with its own', async () => {
  const request = fc.oneof(
    fc.constantFrom(get('/a'), get('/b'), get('/nowhere'), get('/b', 'X-Late: 20\r\n')),
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
  // The cache was in use meanwhile: it still answers.
  given = [];
  const socket = open();
  for (let time = 0; time < 4; time += 1) await ask(socket, get('/a'));
  expect(given).toEqual([5_000, 5_000]);
});

test('who asks again and again and reads nothing fills no memory, and loses nothing', async () => {
  const [socket, served] = await openBoth();
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

test('what follows a repeat that is taken slowly has all the time that it needs', async () => {
  const [socket, served] = await openBoth();
  closeIdleSoon();
  await repeat(socket, '/wide');
  socket.pause();
  let count = 0;
  for (; served.writableLength === 0; count += 1) {
    socket.write(get('/wide'));
    await sleep(2);
  }
  // Longer than a connection is kept that asks nothing: half a second, and one more that Node adds.
  socket.write(get('/b', 'X-Late: 2500\r\n'));
  await vi.waitFor(() => expect(handled).toEqual(['/b']));
  const answers = await readAnswers(socket, count + 1);
  expect(pathOf(answers.at(-1)?.head ?? '')).toBe('/b');
});

test('a connection that Node has paused is looked into later, and goes on', async () => {
  const socket = open();
  const texts = [get('/a', 'X-Late: 100\r\n'), get('/huge'), get('/b'), get('/b')];
  for (const text of texts) {
    socket.write(text);
    await sleep(10);
  }
  const paths = (await readAnswers(socket, 4)).map(({ head }) => pathOf(head));
  expect(paths).toEqual(['/a', '/huge', '/b', '/b']);
  await repeat(socket, '/a');
  await ask(socket, get('/a'));
  expect(given).toEqual([5_000]);
});

test('nothing goes to a parser that was given back', async () => {
  const [socket, served] = await openBoth();
  await repeat(socket, '/a');
  const parser = Reflect.get(served, 'parser') as { execute(chunk: Buffer): unknown };
  let fed = 0;
  const { execute } = parser;
  parser.execute = (chunk) => {
    if (Reflect.get(served, 'parser') !== parser) fed += 1;
    return execute.call(parser, chunk);
  };
  try {
    socket.pause();
    // Of so much Node reads no more before it is taken, and the rest lies in the stream.
    for (const text of [
      get('/huge'),
      get('/huge'),
      get('/huge'),
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      socket.write(text);
      await sleep(20);
    }
    for (const text of [get('/a'), get('/a')]) {
      socket.write(text);
      await sleep(20);
    }
    const ended = once(socket, 'close');
    socket.resume();
    await ended;
    expect([served.destroyed, fed]).toEqual([true, 0]);
  } finally {
    Reflect.deleteProperty(parser, 'execute');
  }
});

test('a connection without repetitions is no longer compared after a while', async () => {
  const socket = open();
  await repeat(socket, '/a');
  for (let time = 0; time < 120; time += 1) await ask(socket, get('/a', `X-Time: ${time}\r\n`));
  await repeat(socket, '/a');
  await ask(socket, get('/a'));
  expect([handled, given]).toEqual([['/a'], []]);
});

test('a connection that was looked into ends as others do: asked to, or left alone', async () => {
  const asked = open();
  await repeat(asked, '/a');
  const [answer] = await ask(asked, get('/a', 'Connection: close\r\n'));
  expect(answer?.body).toHaveLength(5_000);
  await vi.waitFor(() => expect(asked.readyState).not.toBe('open'));
  closeIdleSoon();
  const left = open();
  await repeat(left, '/a');
  await ask(left, get('/a'));
  expect(given).toEqual([5_000]);
  const ended = once(left, 'close');
  left.resume();
  await ended;
});
