import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/delivery/test-build.ts';
import { countOf } from '#server/testing/measures/trials.ts';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { openSlowPeers, type SlowTarget, slowKinds } from './peers.ts';

/** Server limits in this test. Low limits let slow peers exhaust them sooner. */
const maxConnections = 40;
const peers = countOf('slowPeers');
let server: TestServer;
let target: SlowTarget;
/** Only the test advances this clock, so that the result does not depend on the machine's load. */
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

/** A visitor with a new connection from a separate address. */
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

test.each(slowKinds)('slow peers of the kind "%s" block no visitor', async (kind) => {
  const open = (count: number) => openSlowPeers(kind, target, { count, perSecond: 1_000, dripMs: 50 });
  const slow = await open(maxConnections - 2);
  // Slow enough to count as slow, too fast to be disconnected. A response fills the system's buffers first.
  for (let round = 0; round < 10; round += 1) {
    if (kind === 'reader') await sleep(50);
    nowMs += 500;
  }
  const more = await open(peers - maxConnections);
  for (let count = 0; count < 10; count += 1) expect(await visit()).toBe(200);
  const left = () => slow.open() + more.open();
  if (kind !== 'reader') await expect.poll(left).toBeLessThan(maxConnections);
  // Node itself measures the time limit of headers.
  if (kind !== 'header') {
    nowMs += 61_000;
    // A peer that reads nothing does not notice that its connection was closed.
    if (kind === 'reader') await sleep(500);
    for (const each of [slow, more]) each.resume();
    // On a busy machine some connections are accepted later, so the clock advances until all are closed.
    const leftLater = () => {
      nowMs += 61_000;
      return left();
    };
    await expect.poll(leftLater).toBe(0);
  }
  slow.close();
  more.close();
});
