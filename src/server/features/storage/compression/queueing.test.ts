import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '#server/testing/servers/serve.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { builtinStore, sha256 } from '../testing.ts';
import { compressBlobs, compressionJobs, queueCompression, queueForgotten } from './compress.ts';
import type { Effort } from './compress-blob.ts';
import { listForgotten } from './request-store.ts';
import { compressBoth, formsOf, keep, prose, publish } from './testing.ts';

let server: TestServer;
let context: TestServer['context'];
beforeAll(async () => {
  server = await startServer({ jobs: true, env: { FLUX_LOG_LEVEL: 'silent' } });
  context = server.context;
});
afterAll(() => server.close());

const never = new AbortController().signal;

async function jobCount(effort: Effort): Promise<number> {
  const { rows } = await context.pool.query('select count(*)::int as count from jobs.job where name = $1', [
    compressionJobs[effort],
  ]);
  return rows[0].count;
}

test('a queued blob gets each worthwhile encoding, and each decodes to the content', async () => {
  const content = prose(200_000);
  const heard: string[] = [];
  const forget = context.changes.subscribe({ onChange: (change) => heard.push(change.id), onGap: () => {} });
  const id = await publish(server, content);
  await queueCompression(context, [id]);
  await expect
    .poll(async () => [...(await formsOf(context, content)).keys()].sort(), { timeout: 20_000 })
    .toEqual(['br', 'gzip', 'identity', 'zstd']);
  const forms = await formsOf(context, content);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const encoding of ['br', 'gzip', 'zstd'] as const) {
    const form = forms.get(encoding);
    const stored = await buffer(await (await builtinStore(context)).get(form?.key ?? ''));
    expect([stored.length, sha256(stored)]).toEqual([form?.size, form?.storedSha256]);
    expect(decode[encoding](stored).equals(content)).toBe(true);
  }
  expect(heard.filter((other) => other === id)).toHaveLength(3);
  forget();
});

test('blobs of a crashed server are queued later, only those served compressed', async () => {
  const [served, plain, orphan] = [prose(20_000), prose(20_000), prose(20_000)];
  for (const content of [served, plain, orphan]) await keep(context, content);
  await serve(server, [served]);
  await serve(server, [plain], false);
  await queueForgotten(context);
  const before = await jobCount('quick');
  server.clock.advance(11 * 60_000);
  await queueForgotten(context);
  expect(await jobCount('quick')).toBe(before + 1);
  // A new upload has a higher priority.
  await queueCompression(context, [await publish(server, prose(20_000))]);
  const { rows } = await context.pool.query(
    `select priority > lag(priority) over (order by created_on) as first from jobs.job where name = $1
     order by created_on desc limit 1`,
    [compressionJobs.quick],
  );
  expect(rows).toEqual([{ first: true }]);
  await expect.poll(async () => (await formsOf(context, served)).size).toBe(4);
  for (const content of [plain, orphan]) expect((await formsOf(context, content)).size).toBe(1);
});

test('a blob that cannot be compressed is in one job, whatever the number of requests', async () => {
  const [lost, beside] = [prose(20_000), prose(20_000)];
  const id = await publish(server, lost);
  const store = await builtinStore(context);
  await store.delete((await formsOf(context, lost)).get('identity')?.key ?? '');
  await queueCompression(context, [id, await publish(server, beside)]);
  const jobs = async (): Promise<string[]> => {
    const { rows } = await context.pool.query(
      `select state from jobs.job where name like 'storage.compress-%' and data->'sha256s' ? $1`,
      [id],
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(jobs).toEqual(['retry']);
  // The others of its job do not wait for it.
  await expect.poll(async () => (await formsOf(context, beside)).has('br')).toBe(true);
  for (const size of [5_000, 30_000]) {
    const other = prose(size);
    await publish(server, other);
    server.clock.advance(11 * 60_000);
    await queueForgotten(context);
    expect(await jobs()).toHaveLength(1);
    await expect.poll(async () => (await formsOf(context, other)).has('br')).toBe(true);
  }
  await context.db.deleteFrom('compression_requests').where('sha256', '=', Buffer.from(id, 'hex')).execute();
});

test('two concurrent servers put the same blob into one job', async () => {
  const content = prose(20_000);
  const id = await publish(server, content);
  const before = await jobCount('quick');
  await Promise.all(Array.from({ length: 4 }, () => queueCompression(context, [id])));
  expect(await jobCount('quick')).toBe(before + 1);
  await expect.poll(async () => (await formsOf(context, content)).size).toBe(4);
});

test('a blob claimed by a crashed server is requested again', async () => {
  const content = prose(20_000);
  const id = await publish(server, content);
  const dies = { ...context.jobs, add: () => Promise.reject(new Error('killed')) };
  await expect(queueCompression({ ...context, jobs: dies }, [id])).rejects.toThrow('killed');
  const before = await jobCount('quick');
  await queueCompression(context, [id]);
  expect(await jobCount('quick')).toBe(before);
  server.clock.advance(11 * 60_000);
  await queueForgotten(context);
  expect(await jobCount('quick')).toBe(before + 1);
  await expect.poll(async () => (await formsOf(context, content)).size).toBe(4);
});

test('finished requests are deleted, and failing ones let others go first', async () => {
  const [done, stuck] = [prose(1_000), prose(1_000)];
  await publish(server, done);
  const id = await publish(server, stuck);
  await compressBoth(context, sha256(done));
  const requests = async () => {
    const rows = await context.db.selectFrom('compression_requests').select('sha256').execute();
    return rows.map((row) => row.sha256.toString('hex')).filter((sha) => [id, sha256(done)].includes(sha));
  };
  expect(await requests()).toEqual([id]);
  server.clock.advance(11 * 60_000);
  const before = server.clock.now();
  expect(await listForgotten(context.db, before, 10_000)).toContainEqual(Buffer.from(id, 'hex'));
  await queueForgotten(context);
  expect(await listForgotten(context.db, before, 10_000)).not.toContainEqual(Buffer.from(id, 'hex'));
  await expect.poll(requests).toEqual([]);
});

test('nothing is compressed twice, including discarded results', async () => {
  const noise = randomBytes(50_000);
  const id = await publish(server, noise);
  await compressBoth(context, id);
  expect([...(await formsOf(context, noise)).keys()]).toEqual(['identity']);
  const row = await context.db
    .selectFrom('blobs')
    .select('compression')
    .where('sha256', '=', Buffer.from(id, 'hex'))
    .executeTakeFirst();
  expect(row?.compression).toBe('best');
  const counts = async () => [await jobCount('quick'), await jobCount('best')];
  const before = await counts();
  await queueCompression(context, [id]);
  expect(await counts()).toEqual(before);
});

test('new uploads are compressed quickly while brotli 11 of a large file runs', async () => {
  const [large, small] = [prose(6_000_000), prose(20_000)];
  await compressBlobs(context, 'quick', [await publish(server, large)], never);
  await queueCompression(context, [sha256(large)]);
  const running = async () => {
    const values = [compressionJobs.best];
    return (await context.pool.query("select from jobs.job where name = $1 and state = 'active'", values))
      .rowCount;
  };
  await expect.poll(running, { timeout: 20_000, interval: 20 }).toBe(1);
  await queueCompression(context, [await publish(server, small)]);
  await expect.poll(async () => (await formsOf(context, small)).has('gzip')).toBe(true);
  expect((await formsOf(context, large)).has('br')).toBe(false);
});
