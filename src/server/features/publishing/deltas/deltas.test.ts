import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addVersion,
  changeApp,
  heard,
  makeApp,
  sha256,
  type TestBuild,
  visit,
} from '#server/delivery/test-build.ts';
import { holding, readDcb } from '#server/testing/http/read-dcb.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { compressBlobs } from '../../storage/compression/compress.ts';
import { sweepDeltas } from '../../storage/compression/delta-sweep.ts';
import { makeDeltas } from './make.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

const never = new AbortController().signal;
const make = () => makeDeltas(server.context, never);

/** Random except for its end, so that only a dictionary makes it smaller. */
const noise = () => Buffer.concat([randomBytes(200_000), Buffer.alloc(4_000)]);

/** The same but for a few bytes in each version. */
function content(of: Buffer, version: number): Buffer {
  const next = Buffer.from(of);
  for (let at = version * 1_000; at < next.length; at += 20_000) next.writeUInt32LE(version, at);
  return next;
}

const build = (data: Buffer): TestBuild => ({
  'index.html': { content: '<!doctype html>', type: 'text/html; charset=utf-8', encodable: true },
  'Build/a.data': { content: data, role: 'data', encodings: ['gzip'] },
});

async function game(base = noise()) {
  const app = await makeApp(server, ada.id, build(base));
  const publish = async (data: Buffer, options = {}) => {
    server.clock.advance(1_000);
    return addVersion(server, { appId: app.appId, ownerId: ada.id }, build(data), options);
  };
  const fetch = (data: Buffer, held: Buffer | null, headers: Record<string, string> = {}, generation = '') =>
    visit(server, app.appId, `/_flux/${sha256(data)}${generation}/data`, {
      ...(held === null ? {} : holding(held)),
      'accept-encoding': 'gzip, br, zstd, dcb, dcz',
      ...headers,
    });
  return { ...app, base, publish, fetch };
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

test('players with the previous version get a delta, others the whole file', async () => {
  const { base, publish, fetch } = await game();
  const next = content(base, 1);
  await publish(next);
  await make();
  const first = await fetch(base, null);
  expect(first.headers['use-as-dictionary']).toBe('match="/_flux/*/data"');
  const delta = await fetch(next, base);
  expect(delta.headers).toMatchObject({
    'content-encoding': 'dcb',
    'content-type': 'application/octet-stream',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'Accept-Encoding, Available-Dictionary',
    'use-as-dictionary': 'match="/_flux/*/data"',
  });
  expect(delta.body.length).toBeLessThan(2_000);
  expect(readDcb(delta.body, base).equals(next)).toBe(true);
  for (const [held, headers] of [
    [null, {}],
    [randomBytes(8), {}],
    [base, { 'accept-encoding': 'gzip, br' }],
    [null, { 'available-dictionary': digest(base).toString('base64') }],
    [null, { 'available-dictionary': ':not base64:' }],
  ] as const) {
    const whole = await fetch(next, held, headers);
    expect(whole.headers['content-encoding']).not.toBe('dcb');
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(whole.headers.etag).not.toBe(delta.headers.etag);
  }
  const part = await fetch(next, base, { range: 'bytes=10-19' });
  expect([part.status, part.body.equals(next.subarray(10, 20))]).toEqual([206, true]);
});

test('players with a file of a former generation get a small delta', async () => {
  const { base, publish, fetch } = await game();
  const next = content(base, 1);
  await publish(next);
  await make();
  for (const held of [base, next]) {
    const delta = await fetch(next, held, {}, '.2');
    expect(delta.headers).toMatchObject({
      'content-encoding': 'dcb',
      'use-as-dictionary': 'match="/_flux/*/data"',
    });
    expect(readDcb(delta.body, held).equals(next)).toBe(true);
  }
});

test('an unchanged file costs next to nothing', async () => {
  const { base, publish, fetch } = await game();
  const next = content(base, 1);
  await publish(next);
  await make();
  const again = await fetch(next, next);
  expect(again.body.length).toBeLessThan(200);
  expect(readDcb(again.body, next).equals(next)).toBe(true);
  const { etag } = (await fetch(next, base)).headers;
  // Stable paths match no dictionary pattern, so browsers send no dictionary there.
  const unchanged = await fetch(next, null, { 'accept-encoding': 'gzip, br', 'if-none-match': etag ?? '' });
  expect(unchanged.status).toBe(304);
});

test('deltas use the last three versions, and a rollback counts as one', async () => {
  const { base, appId, versionId, publish, fetch } = await game();
  const versions = [base, ...[1, 2, 3, 4].map((number) => content(base, number))];
  for (const data of versions.slice(1)) await publish(data);
  await make();
  const last = versions[4] ?? base;
  const encodings = [];
  for (const held of versions.slice(0, 4))
    encodings.push((await fetch(last, held)).headers['content-encoding']);
  expect(encodings).toEqual(['gzip', 'dcb', 'dcb', 'dcb']);
  await changeApp(server, appId, { active_version_id: versionId });
  await make();
  const back = await fetch(base, last);
  expect(readDcb(back.body, last).equals(base)).toBe(true);
  // Players have the first version, which is none of the last three.
  const next = content(base, 5);
  await publish(next);
  await make();
  expect(readDcb((await fetch(next, base)).body, base).equals(next)).toBe(true);
});

test('one app’s content is not revealed by requests to another', async () => {
  const { base, publish, fetch } = await game();
  const next = content(base, 1);
  await publish(next);
  await make();
  expect((await fetch(next, base)).headers['content-encoding']).toBe('dcb');
  const stranger = await game(Buffer.from(next));
  expect((await stranger.fetch(next, base)).headers['content-encoding']).toBe('gzip');
});

test('a pending version is no dictionary and has no deltas', async () => {
  const { appId, base, publish, fetch } = await game();
  const waiting = content(base, 1);
  await publish(waiting, { isApproved: false });
  const requests = server.context.db.selectFrom('delta_requests').selectAll().where('app_id', '=', appId);
  expect(await requests.execute()).toEqual([]);
  const next = content(base, 2);
  await publish(next);
  await make();
  expect((await fetch(next, waiting)).headers['content-encoding']).toBe('gzip');
  expect((await fetch(next, base)).headers['content-encoding']).toBe('dcb');
  expect((await fetch(waiting, base)).status).toBe(404);
});

test('a delta that saves too little is not stored or retried', async () => {
  const { base, publish, fetch } = await game();
  const other = noise();
  await publish(other);
  await make();
  expect((await fetch(other, base)).headers['content-encoding']).toBe('gzip');
  const attempt = () =>
    server.context.db
      .selectFrom('delta_attempts')
      .selectAll()
      .where('sha256', '=', digest(other))
      .where('dictionary', '=', digest(base))
      .executeTakeFirstOrThrow();
  const tried = await attempt();
  expect([tried.kept, tried.cpu_seconds > 0]).toEqual([false, true]);
  server.clock.advance(1_000);
  await publish(base);
  await publish(other);
  await make();
  expect(await attempt()).toEqual(tried);
});

test('a delta is deleted once the whole file is nearly as small', async () => {
  // Further apart than gzip sees, and near enough for brotli.
  const part = randomBytes(40_000);
  const repeated = Buffer.concat([part, part, part, part]);
  const held = Buffer.concat([part.subarray(0, 10_000), randomBytes(60_000)]);
  const { publish, fetch } = await game(held);
  await publish(repeated);
  await make();
  const encoding = async () => (await fetch(repeated, held)).headers['content-encoding'];
  expect(await encoding()).toBe('dcb');
  await compressBlobs(server.context, 'best', [sha256(repeated)], never);
  await heard(server.context, 'compressed');
  expect(await encoding()).not.toBe('dcb');
});

test('a killed run keeps its request and no file, and the next run completes it', async () => {
  const { appId, base, publish, fetch } = await game(randomBytes(3_000_000));
  const next = content(base, 1);
  await publish(next);
  const stop = new AbortController();
  const stopped = makeDeltas(server.context, stop.signal);
  const folders = async () =>
    (await readdir(server.context.folders.staging)).filter((name) => name.startsWith('delta-'));
  await expect.poll(folders, { interval: 1 }).toHaveLength(1);
  stop.abort();
  await expect(stopped).rejects.toThrow();
  expect(await folders()).toEqual([]);
  const request = server.context.db
    .selectFrom('delta_requests')
    .select('attempts')
    .where('app_id', '=', appId);
  expect(await request.execute()).toEqual([{ attempts: 0 }]);
  await make();
  expect(readDcb((await fetch(next, base)).body, base).equals(next)).toBe(true);
});

test('a failed delta is retried with growing delays and delays no others', async () => {
  const [stuck, other] = [await game(), await game()];
  const request = () =>
    server.context.db
      .selectFrom('delta_requests')
      .select(['attempts', sql<boolean>`due_at > now()`.as('later')])
      .where('app_id', '=', stuck.appId)
      .executeTakeFirst();
  const next = content(stuck.base, 1);
  await stuck.publish(next);
  const folders = { ...server.context.folders, staging: `${server.context.folders.staging}-missing` };
  const nowhere = { ...server.context, folders };
  await expect(makeDeltas(nowhere, never)).rejects.toMatchObject({
    errors: [{ errors: [{ code: 'ENOENT' }, { code: 'ENOENT' }] }],
  });
  expect(await request()).toEqual({ attempts: 1, later: true });
  const others = content(other.base, 1);
  await other.publish(others);
  await make();
  expect((await other.fetch(others, other.base)).headers['content-encoding']).toBe('dcb');
  expect(await request()).toEqual({ attempts: 1, later: true });
  await server.context.db.updateTable('delta_requests').set({ due_at: sql`now()` }).execute();
  await make();
  expect(await request()).toBeUndefined();
  expect((await stuck.fetch(next, stuck.base)).headers['content-encoding']).toBe('dcb');
});

test('deltas to versions no longer played are deleted a day later', async () => {
  const { base, publish, fetch } = await game();
  const next = content(base, 1);
  await publish(next);
  await make();
  const deltas = async () => {
    const rows = await server.context.db
      .selectFrom('blob_encodings')
      .select('dictionary')
      .where('sha256', '=', digest(next))
      .where('encoding', '=', 'dcb')
      .execute();
    return rows.length;
  };
  server.clock.advance(25 * 3_600_000);
  await sweepDeltas(server.context, never);
  expect(await deltas()).toBe(2);
  await publish(base);
  await sweepDeltas(server.context, never);
  expect(await deltas()).toBe(0);
  await publish(next);
  await make();
  expect((await fetch(next, base)).headers['content-encoding']).toBe('dcb');
});

test('on Flux’s own host no browser could use deltas, so none are made', async () => {
  const one = await startServer({ env: { FLUX_CONTENT_ORIGIN: 'same-host' } });
  try {
    const eve = await signIn(one, 'eve');
    const base = noise();
    const { appId } = await makeApp(one, eve.id, build(base));
    await addVersion(one, { appId, ownerId: eve.id }, build(content(base, 1)));
    const rows = (table: 'delta_requests' | 'delta_attempts') =>
      one.context.db.selectFrom(table).selectAll().execute();
    expect(await rows('delta_requests')).toHaveLength(1);
    await makeDeltas(one.context, never);
    expect(await rows('delta_requests')).toEqual([]);
    expect(await rows('delta_attempts')).toEqual([]);
  } finally {
    await one.close();
  }
});

test('changing the active version requests the deltas', async () => {
  const busy = await startServer({ jobs: true });
  try {
    const eve = await signIn(busy, 'eve');
    const base = randomBytes(100_000);
    const { appId } = await makeApp(busy, eve.id, build(base));
    const next = content(base, 1);
    await addVersion(busy, { appId, ownerId: eve.id }, build(next));
    const ask = () => visit(busy, appId, `/_flux/${sha256(next)}/data`, holding(base));
    const encoding = async () => (await ask()).headers['content-encoding'];
    await expect.poll(encoding).toBe('dcb');
  } finally {
    await busy.close();
  }
});
