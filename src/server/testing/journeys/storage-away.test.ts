import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { builtinStorageId, listStorageConfigs, moveFilesHere } from '#shared/storage/storage.ts';
import { moveFiles } from '../../features/storage/moving/move-files.ts';
import { Player } from '../http/player.ts';
import { type Person, signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { addBucket } from '../storage/add-bucket.ts';
import { FaultProxy } from '../storage/fault-proxy.ts';
import { type S3Server, startFauxqs } from '../storage/s3-server.ts';

/** A whole server whose files are in a bucket, over a connection that can fail. */
let bucket: S3Server;
let line: FaultProxy;
let server: TestServer;
let admin: Person;
let bucketId: string;
beforeAll(async () => {
  bucket = await startFauxqs();
  line = await FaultProxy.before(bucket.port);
  server = await startServer({
    env: { FLUX_STORAGE_HOSTS: '127.0.0.1', FLUX_LOG_LEVEL: 'silent' },
  });
  admin = await signIn(server, 'admin', { role: 'admin' });
  bucketId = await addBucket(admin, bucket.options(line.url));
});
afterAll(async () => {
  await server.close();
  await line.close();
  await bucket.close();
});

async function publish(level: Buffer): Promise<string> {
  const bytes = makeZip([
    { name: 'index.html', data: `<!doctype html><title>${level.toString('hex', 0, 8)}</title>` },
    { name: 'level.bin', data: level, method: 'store' },
  ]);
  const app = await publishApp(admin, {
    body: { name: 'Far', isPublic: true },
    files: { build: { name: 'far.zip', bytes } },
  });
  return app.id;
}

/** A new browser opens the game and loads its level. */
async function play(id: string): Promise<{ page: number; level: number; retry: unknown; bytes: Buffer }> {
  const page = await new Player(server).open(`/serve/${id}`);
  const level = await page.load('level.bin');
  return {
    page: page.status,
    level: level.status,
    retry: level.headers['retry-after'],
    bytes: level.body,
  };
}

test('a provider outage while players load: cached files play, others fail with a message, and it recovers', async () => {
  const [cached, uncached] = [randomBytes(900_000), randomBytes(900_000)];
  const [hot, cold] = [await publish(cached), await publish(uncached)];
  await play(hot);
  const gets = () => line.requests.filter((request) => request.startsWith('GET')).length;
  const before = gets();
  let away = false;
  let playing = true;
  const failures: string[] = [];
  let played = 0;
  const players = Array.from({ length: 4 }, async () => {
    while (playing) {
      const { page, level, bytes } = await play(hot);
      if (page !== 200 || level !== 200 || !bytes.equals(cached)) failures.push(`${away} ${page} ${level}`);
      played += 1;
      await sleep(10);
    }
  });
  await sleep(300);
  await line.refuse();
  away = true;
  const refused = await new Player(server).open(`/serve/${cold}`);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(refused.text).toContain('temporarily unavailable');
  await sleep(300);
  await line.listen();
  await expect
    .poll(() => play(cold).then(({ page, level }) => [page, level]), { timeout: 30_000 })
    .toEqual([200, 200]);
  expect((await play(cold)).bytes.equals(uncached)).toBe(true);
  playing = false;
  await Promise.all(players);
  expect(failures).toEqual([]);
  expect(played).toBeGreaterThan(20);
  // The cached application was not fetched again; the other one's page and level were.
  expect(gets() - before).toBeLessThan(30);
});

test('files move both ways during connection failures and while playing', async () => {
  const level = randomBytes(700_000);
  const id = await publish(level);
  let playing = true;
  const failures: string[] = [];
  const player = (async () => {
    while (playing) {
      const { level: status, bytes } = await play(id);
      if (status !== 200 || !bytes.equals(level)) failures.push(String(status));
      await sleep(20);
    }
  })();
  const never = new AbortController().signal;
  await play(id);
  for (const [target, request] of [
    [builtinStorageId, /^GET /],
    [bucketId, /^PUT /],
  ] as const) {
    await admin.call(moveFilesHere, { params: { id: target } });
    line.fail({ kind: 'reset' }, { requests: 3, when: request });
    while ((await moveFiles(server.context, target, never)) !== 'over');
    const configs = await admin.call(listStorageConfigs, {});
    const config = configs.find((each) => each.id === target);
    expect(config?.move).toMatchObject({ state: 'done', problem: null });
    expect(configs.filter(({ id, files }) => id !== target && files.count > 0)).toEqual([]);
    line.heal();
  }
  playing = false;
  await player;
  expect(failures).toEqual([]);
});
