import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { getBackgroundWork } from '#shared/admin/background-work.ts';
import {
  builtinStorageId,
  createStorageConfig,
  listStorageConfigs,
  moveFilesHere,
} from '#shared/storage/storage.ts';
import { addVersion, makeApp, sha256, type TestBuild, visit } from '../../delivery/test-build.ts';
import { makeDeltas } from '../../features/publishing/deltas/make.ts';
import { compressBlobs, queueCompression } from '../../features/storage/compression/compress.ts';
import { startCompressor } from '../../features/storage/compression/compressor.ts';
import { formsOf, keep, prose } from '../../features/storage/compression/testing.ts';
import { localInput } from '../../features/storage/configs/testing.ts';
import { moveFiles } from '../../features/storage/moving/move-files.ts';
import { builtinStore } from '../../features/storage/testing.ts';
import { LocalBlobStore } from '../../platform/blobs/local.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { PostponedError } from '../../platform/jobs/jobs.ts';
import { hasSmallDisks, mebibyte, SmallDisk } from '../measures/small-disk.ts';
import { signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { FluxProcess } from '../servers/flux-process.ts';
import { startServer, type TestServer, type TestServerOptions } from '../servers/server.ts';
import { signInAtProcess } from '../servers/sign-in-at-process.ts';
import { DistantStore, storesOf } from '../storage/distant-store.ts';

/** Compression is slow while other tests use the cores. */
const compressionMs = 300_000;

const never = new AbortController().signal;

/** What is kept free, and so much more. */
const left = (bytes: number) => 64 * mebibyte + bytes;

/** The data folder is a small disk; PostgreSQL keeps its files elsewhere. */
describe.runIf(hasSmallDisks)('while the disk is nearly full', () => {
  let disk: SmallDisk;
  let server: TestServer;
  beforeEach(async () => {
    disk = await SmallDisk.mount(100);
  });
  afterEach(async () => {
    await server?.close();
    await disk.unmount();
  });

  async function start(options: TestServerOptions = {}): Promise<TestServer['context']> {
    server = await startServer({ ...options, env: { FLUX_DATA: disk.folder, FLUX_LOG_LEVEL: 'info' } });
    return server.context;
  }

  /** What work in the background has lying in the staging folder. */
  const staged = async () =>
    (await readdir(server.context.folders.staging)).filter((name) => /^(compress|delta)-/.test(name));

  const build = (data: Buffer): TestBuild => ({
    'index.html': { content: '<!doctype html>', type: 'text/html; charset=utf-8', encodable: true },
    'Build/a.data': { content: data, role: 'data', encodable: true },
  });

  test('a published build is played uncompressed, and compressed once there is space', async () => {
    const lines: { msg: string }[] = [];
    const context = await start({ jobs: true, log: (line) => lines.push(JSON.parse(line)) });
    const told = (words: string) => lines.filter(({ msg }) => msg.includes(words)).length;
    const root = await signIn(server, 'Root', { role: 'admin' });
    const data = prose(2 * mebibyte);
    const { appId } = await makeApp(server, root.id, build(data));
    await disk.fill(left(mebibyte));
    await queueCompression(context, [sha256(data)]);
    const failures = async () => (await root.call(getBackgroundWork)).failures;
    const triedAgain = async () => (await failures()).some(({ tries }) => tries > 0);
    await expect.poll(triedAgain, { timeout: compressionMs }).toBe(true);
    expect(await failures()).toContainEqual(
      expect.objectContaining({
        work: 'compression',
        problem: expect.stringContaining('not enough free space'),
      }),
    );
    expect(await staged()).toEqual([]);
    expect([...(await formsOf(context, data)).keys()]).toEqual(['identity']);
    const headers = { 'accept-encoding': 'gzip, br, zstd' };
    const played = await visit(server, appId, `/_flux/${sha256(data)}/data`, headers);
    expect(played.body.equals(data)).toBe(true);
    expect([told('waits for room'), told('a job failed')]).toEqual([1, 0]);

    await disk.clear();
    // Ten minutes at most would pass until then.
    await context.pool.query(`update jobs.job set start_after = now() where state = 'retry'`);
    const encodings = async () => [...(await formsOf(context, data)).keys()].sort();
    await expect
      .poll(encodings, { timeout: compressionMs, interval: 200 })
      .toEqual(['br', 'gzip', 'identity', 'zstd']);
    await expect.poll(staged).toEqual([]);
    expect([told('waits for room'), told('room again'), told('a job failed')]).toEqual([1, 1, 0]);
  });

  test('deltas wait for disk space with retries of at most ten minutes', async () => {
    const context = await start({ log: () => {} });
    const ada = await signIn(server, 'ada');
    const base = prose(2 * mebibyte);
    const next = Buffer.concat([Buffer.from('next'), base.subarray(4)]);
    const { appId } = await makeApp(server, ada.id, build(base));
    await addVersion(server, { appId, ownerId: ada.id }, build(next));
    await disk.fill(left(mebibyte));
    const requests = () =>
      context.db
        .selectFrom('delta_requests')
        .select([
          'attempts',
          'problem',
          sql<boolean>`due_at > now()`.as('later'),
          sql<boolean>`due_at <= now() + interval '10 minutes'`.as('soon'),
        ])
        .execute();
    const comeRound = () => context.db.updateTable('delta_requests').set({ due_at: sql`now()` }).execute();
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      await comeRound();
      await makeDeltas(context, never);
      const problem = expect.stringContaining('not enough free space');
      expect(await requests()).toEqual([{ attempts, problem, later: true, soon: true }]);
    }
    expect(await staged()).toEqual([]);
    expect((await formsOf(context, next)).has('dcb')).toBe(false);

    await disk.clear();
    await comeRound();
    await makeDeltas(context, never);
    expect(await requests()).toEqual([]);
    expect((await formsOf(context, next)).has('dcb')).toBe(true);
    expect(await staged()).toEqual([]);
  });

  test('work that runs out of space stops at the reserve', async () => {
    await start({ log: () => {} });
    const source = join(server.context.folders.uploads, 'source');
    const data = prose(mebibyte);
    await writeFile(source, data);
    const output = join(server.context.folders.staging, 'gzip');
    const request = { source, output, size: data.length, sha256: sha256(data), maxBytes: data.length };
    const compressor = startCompressor(never);
    try {
      await disk.fill(left(-mebibyte));
      const refused = compressor.compress({ ...request, encoding: 'gzip', dictionary: null });
      await expect(refused).rejects.toMatchObject({ code: 'ENOSPC' });
      expect((await stat(output).catch(() => null))?.size ?? 0).toBeLessThan(100_000);
    } finally {
      await compressor.stop();
    }
  });

  test('copies of remote files stop at the reserve too, and leave nothing', async () => {
    const context = await start({ log: () => {} });
    const data = prose(2 * mebibyte);
    const id = await keep(context, data);
    const builtin = await builtinStore(context);
    const cloud = new DistantStore(builtin);
    let fetched = 0;
    cloud.onChunk = async (chunk) => {
      // Another process fills the disk meanwhile, after the first chunk: later ones are read ahead.
      if (fetched === 0) await disk.fill(left(-mebibyte));
      fetched += chunk.length;
      return chunk;
    };
    const afar = { ...context, stores: storesOf({ [builtinStorageId]: cloud }) };
    await expect(compressBlobs(afar, 'quick', [id], never)).rejects.toThrow(PostponedError);
    expect(fetched).toBeGreaterThan(0);
    expect(fetched).toBeLessThan(data.length);
    expect(await staged()).toEqual([]);

    cloud.onChunk = (chunk) => chunk;
    await disk.clear();
    await compressBlobs(afar, 'quick', [id], never);
    expect((await formsOf(context, data)).has('gzip')).toBe(true);
    expect(await staged()).toEqual([]);
  });

  test('files moving to the local store keep the reserve: they wait, say so, and continue later', async () => {
    const lines: { msg: string }[] = [];
    const context = await start({ log: (line) => lines.push(JSON.parse(line)) });
    const told = (words: string) => lines.filter(({ msg }) => msg.includes(words)).length;
    const root = await signIn(server, 'Root', { role: 'admin' });
    const { id: farId } = await root.call(createStorageConfig, { body: localInput() });
    const elsewhere = await mkdtemp(join(tmpdir(), 'flux-far-'));
    const far = new DistantStore(new LocalBlobStore(elsewhere));
    const places = { [farId]: far, [builtinStorageId]: await builtinStore(context) };
    const afar = { ...context, stores: storesOf(places) };
    const move = () => moveFiles(afar, builtinStorageId, never);
    const shown = async () =>
      (await root.call(listStorageConfigs, {})).find(({ id }) => id === builtinStorageId)?.move;
    const waiting = {
      state: 'waiting',
      filesDone: 0,
      problem: 'Local storage: There is not enough free space for this now. It is done once there is.',
    };
    try {
      const data = prose(2 * mebibyte);
      await keep(afar, data);
      await disk.fill(left(mebibyte));
      await root.call(moveFilesHere, { params: { id: builtinStorageId } });
      for (let tries = 1; tries <= 3; tries += 1) {
        expect(await move()).toBe('waiting');
        expect(await shown()).toMatchObject(waiting);
      }
      expect(far.gets).toEqual([]);

      // Another process fills the disk meanwhile.
      await disk.clear();
      let fetched = 0;
      far.onChunk = async (chunk) => {
        if (fetched === 0) await disk.fill(left(-mebibyte));
        fetched += chunk.length;
        return chunk;
      };
      expect(await move()).toBe('waiting');
      expect(await shown()).toMatchObject(waiting);
      expect(fetched).toBeGreaterThan(0);
      expect(await readdir(join(context.folders.blobs, '~unfinished'))).toEqual([]);
      expect([told('waits for room'), told('room again'), told('cannot be moved')]).toEqual([1, 0, 0]);

      far.onChunk = (chunk) => chunk;
      await disk.clear();
      expect(await move()).toBe('over');
      expect(await shown()).toMatchObject({ state: 'done', filesDone: 1, problem: null });
      expect((await formsOf(context, data)).get('identity')?.storageId).toBe(builtinStorageId);
      expect([told('waits for room'), told('room again')]).toEqual([1, 1]);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });
});

/** The database is on the small disk as well, which is the default. */
describe.runIf(hasSmallDisks)('while the database’s disk is nearly full', () => {
  let disk: SmallDisk;
  let flux: FluxProcess;
  const bytes = 6 * mebibyte;
  beforeEach(async () => {
    disk = await SmallDisk.mount(400);
  });
  afterEach(async () => {
    await flux?.dispose();
    await disk.unmount();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    flux = await FluxProcess.create({ dataDir: disk.folder, env: { FLUX_LOG_LEVEL: 'silent', ...env } });
    await flux.start();
  }

  /** One row of the database that Flux keeps. */
  async function ask<Row extends pg.QueryResultRow>(query: string): Promise<Row | undefined> {
    const host = (await findPostmaster(flux.databaseDir))?.socketDir ?? '';
    const client = new pg.Client({ host, user: 'postgres', database: 'flux' });
    await client.connect();
    try {
      return (await client.query<Row>(query)).rows[0];
    } finally {
      await client.end();
    }
  }

  const readiness = async () => (await fetch(`http://127.0.0.1:${flux.port}/readyz`)).status;

  test('compression keeps the database’s reserve, the server stays ready, and forms follow later', async () => {
    await start({ FLUX_BACKGROUND_JOBS: 'off' });
    const [person] = (await signInAtProcess(flux, ['ada'])).people;
    if (!person) throw new Error('Nobody was met.');
    const level = { name: 'level.json', data: prose(bytes), method: 'store' as const };
    const build = makeZip([{ name: 'index.html', data: '<!doctype html><p>Large</p>' }, level]);
    await publishApp(person, { files: { build: { name: 'large.zip', bytes: build } } });
    await flux.stop();

    await disk.fill(left(bytes / 2));
    await start();
    const job = () =>
      ask<{ problem: string }>(
        `select output->>'message' as problem from jobs.job
         where name = 'storage.compress-quick' and state = 'retry'`,
      );
    await expect.poll(job, { timeout: compressionMs, interval: 200 }).toBeDefined();
    expect(await job()).toEqual({ problem: expect.stringContaining('not enough free space') });
    expect(await readdir(join(disk.folder, 'staging'))).toEqual([]);
    expect(await readiness()).toBe(200);

    await disk.clear();
    await ask(`update jobs.job set start_after = now() where state = 'retry'`);
    const forms = () => ask(`select from blob_encodings where encoding = 'gzip' and size > ${mebibyte}`);
    await expect.poll(forms, { timeout: compressionMs, interval: 200 }).toBeDefined();
    expect(await readiness()).toBe(200);
  });
});
