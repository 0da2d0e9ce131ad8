import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { Meter } from '../../features/usage/meter.ts';
import { drain, trackConnections } from '../../lifecycle/serve.ts';
import { readAnswers } from '../../testing/http/kept-connection.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { createContentDelivery } from '../content.ts';
import { addVersion, changeApp, encode, keepForm, makeApp, type TestBuild } from '../test-build.ts';

const icon = randomBytes(3_000);
const picture = randomBytes(100_000);
const words = Buffer.from('{"level":"one of many"}'.repeat(300));
const build: TestBuild = {
  'icon.png': { content: icon, type: 'image/png' },
  'picture.png': { content: picture, type: 'image/png' },
  'words.json': { content: words, type: 'application/json', encodings: ['gzip'] },
};

let server: TestServer;
let ada: Person;
let appId: string;
let socket: Socket;
/** How many requests Node has parsed. */
let parsed = 0;
const count = () => {
  parsed += 1;
};

beforeAll(async () => {
  // One of these tests lets requests fail, which is logged.
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  ada = await signIn(server, 'ada');
  subscribe('http.server.request.start', count);
});
afterAll(async () => {
  unsubscribe('http.server.request.start', count);
  await server.close();
});
beforeEach(async () => {
  ({ appId } = await makeApp(server, ada.id, build));
  socket = connect(server.port, '127.0.0.1');
});
afterEach(() => {
  socket.destroy();
});

async function ask(path: string, headers = '') {
  const host = `${appId}.flux.localhost:${server.port}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n${headers}\r\n`);
  const [answer] = await readAnswers(socket, 1);
  if (!answer) throw new Error('There was no answer.');
  return { status: Number(answer.head.split(' ')[1]), head: answer.head, body: answer.body };
}

/** Until answers are given without Node's parser. */
async function repeat(path: string, headers = ''): Promise<void> {
  for (let time = 0; time < 4; time += 1) await ask(path, headers);
  const before = parsed;
  expect((await ask(path, headers)).status).toBe(200);
  expect(parsed).toBe(before);
}

test('an update is what the next request gets, on a connection that had the version before', async () => {
  await repeat('/icon.png');
  expect((await ask('/icon.png')).body.equals(icon)).toBe(true);
  const newer = randomBytes(4_000);
  await addVersion(server, { appId, ownerId: ada.id }, { 'icon.png': { content: newer, type: 'image/png' } });
  expect((await ask('/icon.png')).body.equals(newer)).toBe(true);
  await repeat('/icon.png');
});

test('an app that becomes private gives nothing more', async () => {
  await repeat('/icon.png');
  await changeApp(server, appId, { is_public: false });
  expect((await ask('/icon.png')).status).toBe(404);
  expect((await ask('/icon.png')).status).toBe(404);
});

test('what is private is looked at each time', async () => {
  await changeApp(server, appId, { is_public: false });
  const before = parsed;
  for (let time = 0; time < 5; time += 1) expect((await ask('/icon.png')).status).toBe(404);
  expect(parsed).toBe(before + 5);
});

test('a smaller form is what the next request gets', async () => {
  await repeat('/words.json');
  const larger = (await ask('/words.json')).body;
  const best = encode.gzip(words, 9);
  await keepForm(server.context, words, 'gzip', Buffer.concat([best, encode.gzip(Buffer.alloc(0))]));
  const { body } = await ask('/words.json');
  expect(body.equals(larger)).toBe(false);
});

test('pages, refusals and kept copies go the whole way each time', async () => {
  await repeat('/icon.png');
  const etag = /\r\nETag: (\S+)/i.exec((await ask('/icon.png')).head)?.[1];
  const before = parsed;
  for (let time = 0; time < 4; time += 1) {
    expect((await ask('/icon.png', `If-None-Match: ${etag}\r\n`)).status).toBe(304);
    expect((await ask('/nowhere.png')).status).toBe(404);
    expect((await ask('/icon.png', 'Range: bytes=0-9\r\n')).body).toHaveLength(10);
  }
  expect(parsed).toBe(before + 12);
});

test('what was not announced holds for seconds at most', async () => {
  await repeat('/icon.png');
  await server.context.db.updateTable('apps').set({ is_public: false }).where('id', '=', appId).execute();
  server.clock.advance(4_000);
  expect((await ask('/icon.png')).status).toBe(200);
  server.clock.advance(1_000);
  expect((await ask('/icon.png')).status).toBe(404);
});

test('where nothing can be looked up it is told as to everybody, and nothing else happens', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  try {
    await repeat('/icon.png');
    await sql`alter table apps rename to away`.execute(server.context.db);
    try {
      server.clock.advance(5_000);
      expect((await ask('/icon.png')).status).toBe(500);
    } finally {
      await sql`alter table away rename to apps`.execute(server.context.db);
    }
    await repeat('/icon.png');
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('what is given so counts as what was sent', async () => {
  const meter = new Meter();
  const handler = createContentDelivery(server.context, { meter });
  const own = createServer((request, response) => handler.handle(request, response));
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  socket.destroy();
  socket = connect((own.address() as AddressInfo).port, '127.0.0.1');
  await repeat('/words.json');
  const { body } = await ask('/words.json');
  // Four and one to be known, and this one.
  expect(meter.take()).toMatchObject({
    plays: 0,
    bytes: 6 * body.length,
    byCompression: 6 * (words.length - body.length),
  });
  own.closeAllConnections();
  own.close();
});

test('a stop closes no connection on which something that is given so is on its way', async () => {
  const app = await createApp(server.context);
  const connections = trackConnections(app);
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  socket.destroy();
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await repeat('/picture.png');
  const [served] = connections;
  if (!served) throw new Error('There is no connection.');
  socket.pause();
  let asked = 0;
  for (; served.writableLength === 0; asked += 1) {
    socket.write(
      `GET /picture.png HTTP/1.1\r\nHost: ${appId}.flux.localhost:${server.port}\r\nAccept-Encoding: gzip\r\n\r\n`,
    );
    await sleep(5);
  }
  const { port } = app.server.address() as AddressInfo;
  const drained = drain(app, connections, 60_000);
  // Nobody new is let in meanwhile.
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/healthz`).then(String, String))
    .toContain('fetch failed');
  await sleep(200);
  const answers = await readAnswers(socket, asked);
  expect(answers.every(({ body }) => body.equals(picture))).toBe(true);
  expect(answers).toHaveLength(asked);
  const before = performance.now();
  await drained;
  expect(performance.now() - before).toBeLessThan(5_000);
});
