import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp, sha256, visit } from '#server/delivery/test-build.ts';
import { LocalBlobStore } from '#server/platform/blobs/local.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { secondServer } from '#server/testing/servers/second-server.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { DistantStore, storesOf } from '#server/testing/storage/distant-store.ts';
import {
  builtinStorageId,
  createStorageConfig,
  listStorageConfigs,
  moveFilesHere,
  type StorageMove,
  stopMove,
} from '#shared/storage/storage.ts';
import { localInput } from '../configs/testing.ts';
import { writeMark } from '../connections/mark.ts';
import { putBlobs } from '../put-blobs.ts';
import { sweepFiles } from '../sweep.ts';
import { stage } from '../testing.ts';
import { moveFiles } from './move-files.ts';

let folder: string;
let server: TestServer;
let admin: Person;
let farId: string;
let far: DistantStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-far-'));
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  admin = await signIn(server, 'admin', { role: 'admin' });
  ({ id: farId } = await admin.call(createStorageConfig, { body: { ...localInput(), name: 'Far' } }));
  far = new DistantStore(new LocalBlobStore(folder));
  const { context } = server;
  Object.assign(context, {
    stores: storesOf({ [builtinStorageId]: new LocalBlobStore(context.folders.blobs), [farId]: far }),
  });
});
beforeEach(async () => {
  far.problem = null;
  far.onChunk = (chunk) => chunk;
  far.onPut = async () => {};
  // All files are local, and no move exists.
  await server.context.db.deleteFrom('storage_moves').execute();
  await run(builtinStorageId, false);
  await server.context.db.deleteFrom('storage_moves').execute();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;

/** Begins a move by the API, if it is to, and moves as the job does. */
async function run(targetId: string, begin = true, signal = never) {
  if (begin) await admin.call(moveFilesHere, { params: { id: targetId } });
  else await server.context.db.insertInto('storage_moves').values(begunRow(targetId)).execute();
  return moveFiles(server.context, targetId, signal);
}

function begunRow(targetId: string) {
  const now = new Date();
  const totals = { files_total: 0, bytes_total: 0 };
  return {
    target_id: targetId,
    state: 'running' as const,
    ...totals,
    problem: null,
    started_at: now,
    updated_at: now,
  };
}

async function move(id = farId): Promise<StorageMove | null> {
  const configs = await admin.call(listStorageConfigs, {});
  return configs.find((config) => config.id === id)?.move ?? null;
}

async function places(): Promise<Map<string, number>> {
  const rows = await server.context.db
    .selectFrom('blob_encodings')
    .select(['storage_id', (select) => select.fn.countAll<number>().as('count')])
    .groupBy('storage_id')
    .execute();
  return new Map(rows.map(({ storage_id, count }) => [storage_id, count]));
}

async function keep(content: Buffer = randomBytes(50_000)): Promise<Buffer> {
  await putBlobs(server.context, [await stage(server.context, content)]);
  return content;
}

function contentWith(fits: (hash: string) => boolean): Buffer {
  for (;;) {
    const content = randomBytes(1_000);
    if (fits(sha256(content))) return content;
  }
}

const keyOf = (content: Buffer) => {
  const name = sha256(content);
  return `blobs/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.identity`;
};

test('every file is copied, verified and relocated, with progress', async () => {
  const contents = [await keep(), await keep(), await keep(randomBytes(3_000_000))];
  const all = [...(await places()).values()].reduce((sum, count) => sum + count, 0);
  expect(await run(farId)).toBe('over');
  expect(await places()).toEqual(new Map([[farId, all]]));
  const told = await move();
  expect(told).toMatchObject({ state: 'done', filesDone: all, filesTotal: all, problem: null });
  expect(told?.bytesDone).toBe(told?.bytesTotal);
  for (const content of contents)
    expect(await far.stat(keyOf(content))).toMatchObject({ size: content.length });
  await expect(admin.call(moveFilesHere, { params: { id: farId } })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('players load without errors while files move both ways', async () => {
  const data = randomBytes(1_200_000);
  const small = randomBytes(3_000);
  const { appId } = await makeApp(server, admin.id, {
    'index.html': { content: '<!doctype html>', type: 'text/html' },
    'game.data': { content: data, role: 'data' },
    'small.bin': { content: small, encodings: ['gzip'] },
  });
  for (let count = 0; count < 20; count += 1) await keep(randomBytes(20_000));
  let playing = true;
  let loads = 0;
  const failures: string[] = [];
  const players = Array.from({ length: 4 }, async (_, player) => {
    while (playing) {
      const path = player % 2 === 0 ? `/_flux/${sha256(data)}/data` : '/small.bin';
      const answer = await visit(server, appId, path).catch((error: Error) => error);
      loads += 1;
      const expected = player % 2 === 0 ? data : small;
      if (answer instanceof Error || answer.status !== 200 || !answer.body.equals(expected))
        failures.push(answer instanceof Error ? answer.message : `${path} ${answer.status}`);
      await sleep(2);
    }
  });
  for (const target of [farId, builtinStorageId]) {
    expect(await run(target)).toBe('over');
    expect([...(await places()).keys()]).toEqual([target]);
  }
  playing = false;
  await Promise.all(players);
  expect(failures).toEqual([]);
  expect(loads).toBeGreaterThan(20);
});

test('an interrupted move resumes', async () => {
  for (let count = 0; count < 50; count += 1) await keep(randomBytes(1_000));
  const stop = new AbortController();
  let puts = 0;
  far.onPut = async () => {
    puts += 1;
    if (puts === 40) stop.abort();
  };
  await expect(run(farId, true, stop.signal)).rejects.toThrow();
  const before = (await places()).get(farId) ?? 0;
  expect(before).toBeGreaterThan(30);
  expect(await move()).toMatchObject({ state: 'running', filesDone: before });
  puts = 0;
  expect(await moveFiles(server.context, farId, never)).toBe('over');
  expect([...(await places()).keys()]).toEqual([farId]);
  expect(await move()).toMatchObject({ state: 'done', filesDone: (await places()).get(farId) });
});

test('an unavailable storage makes the move wait, with the reason, and it resumes by itself', async () => {
  for (let count = 0; count < 50; count += 1) await keep(randomBytes(1_000));
  let puts = 0;
  far.onPut = async () => {
    puts += 1;
    if (puts === 35) far.problem = 'unreachable';
  };
  expect(await run(farId)).toBe('waiting');
  expect(await move()).toMatchObject({ state: 'waiting', problem: expect.stringMatching(/^Far: /) });
  expect(await moveFiles(server.context, farId, never)).toBe('waiting');
  await expect(admin.call(moveFilesHere, { params: { id: farId } })).rejects.toMatchObject({
    code: 'conflict',
  });
  far.problem = null;
  far.onPut = async () => {};
  expect(await moveFiles(server.context, farId, never)).toBe('over');
  expect(await move()).toMatchObject({ state: 'done', problem: null });
  expect([...(await places()).keys()]).toEqual([farId]);
});

test('if one source is unavailable, files of the others move first, and the rest later', async () => {
  const folderOf = await mkdtemp(join(tmpdir(), 'flux-third-'));
  const { id } = await admin.call(createStorageConfig, { body: { ...localInput(), name: 'Third' } });
  const { context } = server;
  const stores = context.stores;
  const third = new LocalBlobStore(folderOf);
  // The first of them by its id.
  const near = new DistantStore(new LocalBlobStore(context.folders.blobs));
  try {
    await keep();
    await run(farId);
    await keep();
    const lying = await places();
    Object.assign(context, { stores: storesOf({ [builtinStorageId]: near, [farId]: far, [id]: third }) });
    near.problem = 'unreachable';
    expect(await run(id)).toBe('waiting');
    expect(await places()).toEqual(
      new Map([
        [builtinStorageId, lying.get(builtinStorageId)],
        [id, lying.get(farId)],
      ]),
    );
    expect(await move(id)).toMatchObject({ problem: expect.stringMatching(/^Local storage: /) });
    near.problem = null;
    expect(await moveFiles(context, id, never)).toBe('over');
    expect([...(await places()).keys()]).toEqual([id]);
    await context.db.deleteFrom('storage_moves').execute();
    await run(builtinStorageId);
    // A bucket with another owner's mark is refused, because its sweep would delete the files.
    await writeMark(third, farId);
    expect(await run(id)).toBe('waiting');
    expect(await move(id)).toMatchObject({ problem: expect.stringMatching(/^Third: Another storage/) });
    expect([...(await places()).keys()]).toEqual([builtinStorageId]);
  } finally {
    Object.assign(context, { stores });
    await rm(folderOf, { recursive: true });
  }
});

test('damaged copies are never stored, and a damaged file is reported and skipped', async () => {
  await run(farId);
  const content = await keep(randomBytes(200_000));
  await run(farId);
  far.onChunk = (chunk) =>
    chunk.length > 60_000 && chunk.equals(content.subarray(0, chunk.length))
      ? randomBytes(chunk.length)
      : chunk;
  expect(await run(builtinStorageId)).toBe('over');
  const told = await move(builtinStorageId);
  expect(told).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('1 file is missing or damaged'),
  });
  expect((await places()).get(farId)).toBe(1);
  far.onChunk = (chunk) => chunk;
  expect(await run(builtinStorageId)).toBe('over');
  expect(await move(builtinStorageId)).toMatchObject({ state: 'done', problem: null });
});

test('with many damaged files a move still progresses with each run, and ends', async () => {
  const { context } = server;
  const stores = context.stores;
  // Files come in the order of their hashes, 32 at a time: more than that come before the good one.
  const good = contentWith((hash) => hash.startsWith('fff'));
  const damaged = Array.from({ length: 40 }, () => contentWith((hash) => !hash.startsWith('f')));
  for (const content of [good, ...damaged]) await keep(content);
  const near = new DistantStore(new LocalBlobStore(context.folders.blobs));
  near.onChunk = (chunk) => (chunk.equals(good) ? chunk : randomBytes(chunk.length));
  Object.assign(context, { stores: storesOf({ [builtinStorageId]: near, [farId]: far }) });
  try {
    const lying = (await places()).get(builtinStorageId) ?? 0;
    await admin.call(moveFilesHere, { params: { id: farId } });
    let shifts = 0;
    do shifts += 1;
    while ((await moveFiles(context, farId, never, { shiftMs: 0 })) === 'again' && shifts < 30);
    expect(await places()).toEqual(
      new Map([
        [builtinStorageId, lying - 1],
        [farId, 1],
      ]),
    );
    const failed = await move();
    expect(failed?.state).toBe('failed');
    expect(failed?.problem).toMatch(new RegExp(`^${lying - 1} files are missing or damaged`));
    // Each was read three times, however many shifts there were.
    expect(near.gets).toHaveLength(3 * (lying - 1) + 1);
    // Begun again, it looks at all of them again.
    near.onChunk = (chunk) => chunk;
    expect(await run(farId)).toBe('over');
    expect(await move()).toMatchObject({ state: 'done', problem: null });
  } finally {
    Object.assign(context, { stores });
  }
});

test('a stopped move keeps copied files and can be resumed', async () => {
  for (let count = 0; count < 80; count += 1) await keep(randomBytes(1_000));
  let puts = 0;
  far.onPut = async () => {
    puts += 1;
    if (puts === 10) await admin.call(stopMove, { params: { id: farId } });
  };
  expect(await run(farId)).toBe('over');
  const stopped = await move();
  expect(stopped?.state).toBe('stopped');
  expect((await places()).get(builtinStorageId)).toBeGreaterThan(0);
  await expect(admin.call(stopMove, { params: { id: farId } })).rejects.toMatchObject({ code: 'conflict' });
  far.onPut = async () => {};
  expect(await run(farId)).toBe('over');
  const done = await move();
  expect(done).toMatchObject({ state: 'done', startedAt: stopped?.startedAt });
  expect(done?.filesDone).toBe((await places()).get(farId));
});

test('files added elsewhere meanwhile are moved too', async () => {
  await keep();
  let isLate = false;
  far.onPut = async () => {
    if (isLate) return;
    isLate = true;
    await keep();
  };
  expect(await run(farId)).toBe('over');
  expect([...(await places()).keys()]).toEqual([farId]);
});

test('two servers do not move at the same time, and one takes over from the other', async () => {
  for (let count = 0; count < 40; count += 1) await keep(randomBytes(1_000));
  const second = secondServer(server, 3);
  try {
    await admin.call(moveFilesHere, { params: { id: farId } });
    const outcomes = await Promise.all([
      moveFiles(server.context, farId, never),
      moveFiles(second, farId, never),
    ]);
    expect(outcomes).toEqual(['over', 'over']);
    const told = await move();
    expect(told).toMatchObject({ state: 'done', filesDone: (await places()).get(farId) });
  } finally {
    await second.pool.end();
  }
});

test('one move at a time, with a recent sign-in', async () => {
  await keep();
  await admin.call(moveFilesHere, { params: { id: farId } });
  await expect(admin.call(moveFilesHere, { params: { id: builtinStorageId } })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('"Far"'),
  });
  await expect(admin.call(moveFilesHere, { params: { id: 'a'.repeat(26) } })).rejects.toMatchObject({
    code: 'not_found',
  });
  const ada = await signIn(server, 'ada');
  await expect(ada.call(moveFilesHere, { params: { id: farId } })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('old copies are deleted a day after the move, referenced files stay', async () => {
  const content = await keep();
  await run(farId);
  const near = await server.context.stores.of(builtinStorageId);
  await sweepFiles(server.context, never);
  expect(await near.stat(keyOf(content))).not.toBeNull();
  server.clock.advance(25 * 3_600_000);
  await server.context.db
    .updateTable('blobs')
    .set({ touched_at: new Date(0) })
    .execute();
  await sweepFiles({ ...server.context, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }, never);
  expect(await near.stat(keyOf(content))).toBeNull();
  expect(await far.stat(keyOf(content))).toMatchObject({ size: content.length });
});
