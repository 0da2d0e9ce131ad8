import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/delivery/test-build.ts';
import { countOf } from '#server/testing/measures/trials.ts';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { openSlowPeers, type SlowTarget, slowKinds } from './peers.ts';

/** Of the server in this test: the fewer, the sooner slow peers have all of them. */
const maxConnections = 40;
const peers = countOf('slowPeers');
let server: TestServer;
let target: SlowTarget;
/** Stands still unless a test moves it, so that nothing depends on how busy this machine is. */
let nowMs = 1_000_000;

beforeAll(async () => {
  server = await startServer({ maxConnections, slowConnections: { sweepMs: 20, now: () => nowMs } });
  const people = await Promise.all(
    Array.from({ length: peers / 3 }, (_, at) => signIn(server, `slow ${at}`)),
  );
  const build = {
    'index.html': { content: '<!doctype html>' },
    'large.bin': { content: randomBytes(30_000_000) },
  };
  const { appId } = await makeApp(server, people[0]?.id ?? '', build);
  const host = `flux.localhost:${server.port}`;
  target = {
    port: server.port,
    host,
    contentHost: `${appId}.${host}`,
    appPath: `/api/applications/${appId}`,
    cookies: people.map(({ cookie }) => cookie),
    largePath: '/large.bin',
  };
});
afterAll(() => server.close());

/** A visitor with a new connection, from an address of their own. */
function visit(): Promise<number> {
  const headers = { host: target.host };
  const from = { host: '127.0.0.1', port: target.port, localAddress: '127.0.0.2', agent: false };
  return new Promise((resolve, reject) => {
    request({ ...from, path: '/api/session', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

test.each(slowKinds)('slow peers of the kind "%s" keep no visitor out', async (kind) => {
  const open = (count: number) => openSlowPeers(kind, target, { count, perSecond: 1_000, dripMs: 50 });
  const slow = await open(maxConnections - 2);
  // Long enough to be slow, too short to be cut off for it. An answer fills the buffers of the system first.
  for (let round = 0; round < 10; round += 1) {
    if (kind === 'reader') await sleep(50);
    nowMs += 500;
  }
  const more = await open(peers - maxConnections);
  for (let count = 0; count < 10; count += 1) expect(await visit()).toBe(200);
  const left = () => slow.open() + more.open();
  if (kind !== 'reader') await expect.poll(left).toBeLessThan(maxConnections);
  // Of headers the time is Node's own.
  if (kind !== 'header') {
    nowMs += 61_000;
    // What reads nothing does not hear that it was closed.
    if (kind === 'reader') await sleep(500);
    for (const each of [slow, more]) each.resume();
    // A connection that a busy machine accepts late is younger than the others, so time goes on until all are cut off.
    const leftLater = () => {
      nowMs += 61_000;
      return left();
    };
    await expect.poll(leftLater).toBe(0);
  }
  slow.close();
  more.close();
});
