import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBackgroundWork } from '#shared/admin/background-work.ts';
import { addVersion, makeApp, sha256, type TestBuild, visit } from '../../delivery/test-build.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeDeltas } from '../publishing/deltas/make.ts';
import { compressBlobs, queueCompression } from '../storage/compression/compress.ts';
import { Meter } from '../usage/meter.ts';
import { writeDelivered } from '../usage/write.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  root = await signIn(server, 'Root', { role: 'admin' });
});
afterAll(() => server.close());

const never = new AbortController().signal;
/** A session does not last as long as the clock is moved here. */
const readWork = async () => (await signIn(server, 'Root', { role: 'admin' })).call(getBackgroundWork);
const idle = { waiting: 0, running: 0, cpuSeconds: 0, tried: 0, kept: 0, bytesSaved: 0 };

/** Half of it is compressible. */
const base = Buffer.concat([randomBytes(100_000), Buffer.alloc(100_000, 'a')]);
const changed = Buffer.from(base);
changed.writeUInt32LE(1, 50_000);

const build = (data: Buffer): TestBuild => ({
  'index.html': { content: '<!doctype html>', type: 'text/html; charset=utf-8', encodable: true },
  'Build/a.data': { content: data, role: 'data', encodable: true },
});

test('requires an administrator', async () => {
  const ada = await signIn(server, 'Ada');
  await expect(ada.call(getBackgroundWork)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(visitor(server).call(getBackgroundWork)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('is empty on a server without work', async () => {
  expect(await readWork()).toEqual({ compression: idle, deltas: idle, failures: [] });
});

test('what was made is told with what it took, and for thirty days', async () => {
  const { appId } = await makeApp(server, root.id, build(base));
  await compressBlobs(server.context, 'quick', [sha256(base)], never);
  const { compression } = await readWork();
  expect(compression).toMatchObject({ tried: 2, kept: 1 });
  expect(compression.cpuSeconds).toBeGreaterThan(0);

  await addVersion(server, { appId, ownerId: root.id }, build(changed));
  expect((await readWork()).deltas).toEqual({ ...idle, waiting: 1 });
  await makeDeltas(server.context, never);
  const { deltas } = await readWork();
  expect(deltas).toMatchObject({ waiting: 0, tried: 2, kept: 2 });
  expect(deltas.cpuSeconds).toBeGreaterThan(0);

  server.clock.advance(29 * 86_400_000);
  expect((await readWork()).deltas).toEqual(deltas);
  server.clock.advance(86_400_000);
  expect(await readWork()).toEqual({ compression: idle, deltas: idle, failures: [] });
});

test('shows the downloaded bytes saved, by what saved them', async () => {
  const meter = new Meter();
  meter.add(400, { byCompression: 600, byDeltas: 0 });
  meter.add(20, { byCompression: 700, byDeltas: 280 });
  await writeDelivered(server.context, meter);
  await writeDelivered(server.context, meter);
  const { compression, deltas } = await readWork();
  expect([compression.bytesSaved, deltas.bytesSaved]).toEqual([1_300, 280]);
});

test('shows failed jobs with reason, attempts and the next retry', async () => {
  const { appId } = await makeApp(server, root.id, build(base));
  await addVersion(server, { appId, ownerId: root.id }, build(changed));
  await server.context.db.deleteFrom('delta_attempts').execute();
  await server.context.db.deleteFrom('blob_encodings').where('encoding', '=', 'dcb').execute();
  const staging = `${server.context.folders.staging}-missing`;
  const nowhere = { ...server.context, folders: { ...server.context.folders, staging } };
  await expect(makeDeltas(nowhere, never)).rejects.toThrow();
  const { deltas, failures } = await readWork();
  expect(deltas.waiting).toBe(1);
  expect(failures).toEqual([
    {
      work: 'deltas',
      application: { id: appId, name: expect.any(String) },
      tries: 1,
      problem: expect.stringContaining('ENOENT'),
      nextTryAt: expect.any(String),
    },
  ]);
});

test('shows a failed compression that waits for its retry', async () => {
  const busy = await startServer({ jobs: true, env: { FLUX_LOG_LEVEL: 'silent' } });
  try {
    const admin = await signIn(busy, 'Root', { role: 'admin' });
    const { context } = busy;
    await makeApp(busy, admin.id, build(base));
    await rm(context.folders.staging, { recursive: true });
    await queueCompression(context, [sha256(base)]);
    const failing = async () => (await admin.call(getBackgroundWork)).failures;
    await expect.poll(failing).toContainEqual({
      work: 'compression',
      application: null,
      tries: expect.any(Number),
      problem: expect.stringMatching(/could not be compressed: .*ENOENT/),
      nextTryAt: expect.any(String),
    });
    expect((await admin.call(getBackgroundWork)).compression.waiting).toBeGreaterThan(0);
  } finally {
    await busy.close();
  }
});

test('a compressed response, a delta and a range save the expected bytes', async () => {
  const playing = await startServer();
  try {
    const eve = await signIn(playing, 'Eve', { role: 'admin' });
    const { appId } = await makeApp(playing, eve.id, build(base));
    await compressBlobs(playing.context, 'quick', [sha256(base)], never);
    await addVersion(playing, { appId, ownerId: eve.id }, build(changed));
    await makeDeltas(playing.context, never);
    const ask = (data: Buffer, headers: Record<string, string>) =>
      visit(playing, appId, `/_flux/${sha256(data)}/data`, headers);
    const packed = await ask(base, { 'accept-encoding': 'gzip' });
    const held = `:${Buffer.from(sha256(base), 'hex').toString('base64')}:`;
    const delta = await ask(changed, { 'accept-encoding': 'dcb', 'available-dictionary': held });
    await ask(base, { range: 'bytes=0-9' });
    expect([packed.headers['content-encoding'], delta.headers['content-encoding']]).toEqual(['gzip', 'dcb']);
    const admin = await signIn(playing, 'Eve', { role: 'admin' });
    const saved = async () => {
      const { compression, deltas } = await admin.call(getBackgroundWork);
      return [compression.bytesSaved, deltas.bytesSaved];
    };
    // Each server writes its delivered bytes every ten seconds.
    const expected = [base.length - packed.body.length, changed.length - delta.body.length];
    await expect.poll(saved).toEqual(expected);
  } finally {
    await playing.close();
  }
});
