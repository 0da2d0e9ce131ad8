import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import type { Tables } from '../db/schema.ts';
import { announce } from '../platform/db/changes.ts';
import { Player } from '../testing/http/player.ts';
import { type Person, signIn } from '../testing/people/people.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { startServer, type TestServer } from '../testing/servers/server.ts';
import { heard, makeApp, sha256, type TestBuild, visit } from './test-build.ts';

/** What delivery counts, as it was written down. */

let server: TestServer;
let ada: Person;
let app: Awaited<ReturnType<typeof makeApp>>;

const page = Buffer.from('<!doctype html><title>Game</title>');
const data = randomBytes(3_000_000);
const build: TestBuild = {
  'index.html': { content: page, type: 'text/html; charset=utf-8' },
  'other.html': { content: page, type: 'text/html; charset=utf-8' },
  'small.txt': { content: 'abc'.repeat(100), type: 'text/plain', encodings: ['gzip'] },
  'big.data': { content: data, role: 'data' },
};
const navigation = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());
beforeEach(async () => {
  app = await makeApp(server, ada.id, build);
  await server.context.db.deleteFrom('usage_days').execute();
});

/** Has another server on the same database serve, and stops it in order: what it counted is written then. */
async function counted(work: (other: TestServer) => Promise<unknown>) {
  const port = await freePort();
  const { fastify } = await createApp(server.context);
  await fastify.listen({ host: '127.0.0.1', port });
  await work({ ...server, port, address: { host: '127.0.0.1', port } });
  await fastify.close();
  const { rows } = await server.context.pool.query('select plays, bytes_delivered as bytes from usage_days');
  return rows[0] ?? { plays: 0, bytes: 0 };
}

describe('plays', () => {
  test('are the pages that a game was opened with, however many files it asks for, and whatever was known', async () => {
    const { plays } = await counted(async (other) => {
      const player = new Player(other);
      const opened = await player.open(`/serve/${app.appId}`);
      await opened.load('big.data');
      await opened.load('small.txt');
      await player.open(`/serve/${app.appId}`);
      await new Player(other).open(`/serve/${app.appId}`);
    });
    expect(plays).toBe(3);
  });

  test.each<[string, string, Record<string, string>, string]>([
    ['a look at the head', '/?V', navigation, 'HEAD'],
    ['a script that asks for the page', '/?V', { accept: '*/*', 'sec-fetch-dest': 'empty' }, 'GET'],
    ['what a browser fetches ahead', '/?V', { ...navigation, 'sec-purpose': 'prefetch' }, 'GET'],
    ['the page inside of a page of ours', '/?V&flux-framed=1', navigation, 'GET'],
    ['another page of the build', '/other.html?V', navigation, 'GET'],
    ['a page that is not there', '/none.html?V', navigation, 'GET'],
    ['a file that is opened', '/small.txt', navigation, 'GET'],
  ])('are not: %s', async (_what, path, headers, method) => {
    const { plays } = await counted((other) =>
      visit(other, app.appId, path.replace('V', `v=${app.versionId}`), headers, method),
    );
    expect(plays).toBe(0);
  });

  test('of a themed page count once, in a frame of ours or in its place', async () => {
    const { context } = server;
    await context.db.transaction().execute(async (trx) => {
      await trx.updateTable('apps').set({ theme: 'dark' }).where('id', '=', app.appId).execute();
      await announce<Tables>(trx, { kind: 'app', id: app.appId });
    });
    await heard(context, app.appId);
    const { plays } = await counted(async (other) => {
      const outside = await new Player(other).open(`/serve/${app.appId}`);
      expect(outside.body.equals(page)).toBe(false);
      const inside = new URL(outside.url);
      inside.searchParams.set('flux-framed', '1');
      const framed = await visit(other, app.appId, inside.pathname + inside.search, navigation);
      expect(framed.body.equals(page)).toBe(true);
    });
    expect(plays).toBe(1);
  });
});

describe('bytes', () => {
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    counted((other) => visit(other, app.appId, path, headers, method));
  const large = `/_flux/${sha256(data)}/data`;

  test('are those of bodies, in the encoding in which they went out', async () => {
    let sent = 0;
    const { bytes } = await counted(async (other) => {
      for (const [path, headers] of [
        [`/?v=${app.versionId}`, navigation],
        ['/small.txt', {}],
        ['/small.txt', { 'accept-encoding': 'gzip' }],
        [large, {}],
        [large, {}],
        [large, {}],
      ] as const)
        sent += (await visit(other, app.appId, path, headers)).body.length;
    });
    expect(bytes).toBe(sent);
    expect(sent).toBeGreaterThan(3 * data.length);
  });

  test('are those of a part, where a part was asked for', async () => {
    expect((await ask(large, { range: 'bytes=10-1009' })).bytes).toBe(1_000);
    expect((await ask('/small.txt', { range: 'bytes=0-9' })).bytes).toBe(1_000 + 10);
  });

  test('are none of a look at the head, of what a browser has, and of what leads on', async () => {
    // This server writes down what it sends, too, at a moment of its own.
    const { etag } = (await visit(server, app.appId, '/small.txt', {}, 'HEAD')).headers;
    expect((await ask('/small.txt', {}, 'HEAD')).bytes).toBe(0);
    expect((await ask('/small.txt', { 'if-none-match': String(etag) })).bytes).toBe(0);
    expect((await ask('/big.data')).bytes).toBe(0);
  });

  test('are about as many as a reader took who went away in the middle', async () => {
    const { bytes } = await counted(async (other) => {
      let taken = 0;
      const { contentOrigin = '' } = server.context.config;
      const host = new URL(String(contentOrigin).replace('{app}', app.appId)).host;
      const socket = connect(other.port, '127.0.0.1');
      socket.on('data', (piece) => {
        taken += piece.length;
        if (taken > 200_000) socket.destroy();
      });
      socket.write(`GET ${large} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await vi.waitFor(() => expect(socket.destroyed).toBe(true), 60_000);
    });
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThanOrEqual(data.length);
  });
});
