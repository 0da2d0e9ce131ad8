import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeZip } from '#fixtures/zip.ts';
import { visit } from '#server/delivery/test-build.ts';
import { findPostmaster } from '#server/platform/db/postmaster.ts';
import { holding, readDcb } from '#server/testing/http/read-dcb.ts';
import { childrenOf, lives } from '#server/testing/measures/process-tree.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { FluxProcess } from '#server/testing/servers/flux-process.ts';
import { signInAtProcess } from '#server/testing/servers/sign-in-at-process.ts';
import { activateVersion, createVersion, listVersions } from '#shared/versions/versions.ts';
import { sha256 } from '../testing.ts';

// A whole server starts twice, and the work of the first is given to the second once it shows no sign of life.
/** Compression is slow while other tests use the cores. */
const compressionMs = 300_000;

/** What a delta of half a second and more is made of. */
const dataBytes = 3_000_000;

let flux: FluxProcess;
beforeEach(async () => {
  flux = await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'silent' } });
  await flux.start();
});
afterEach(() => flux.dispose());

/** Compressible, different each time, and a second of work for brotli 11. */
function script(): Buffer {
  const words = Array.from({ length: 5_000 }, () => randomBytes(4).toString('hex'));
  const picks = randomBytes(120_000);
  let text = '';
  for (let at = 0; at < picks.length; at += 2) text += `${words[picks.readUInt16LE(at) % words.length]} `;
  return Buffer.from(text);
}

/** A Unity build whose data only a dictionary compresses, and a script that takes Brotli long. */
async function build(pixels: Buffer, code: Buffer) {
  const entries = await makeInstanceBuild({ base: 'Game' });
  const data = entries.find(({ name }) => name === 'Build/Game.data');
  if (!data) throw new Error('The build has data.');
  data.data = Buffer.concat([Buffer.from(data.data), pixels]);
  const bytes = makeZip([...entries, { name: 'game.js', data: code }]);
  return { data: Buffer.from(data.data), file: { name: 'game.zip', bytes } };
}

/** The same except for some words. */
function changed(pixels: Buffer): Buffer {
  const next = Buffer.from(pixels);
  for (let at = 0; at < next.length; at += 50_000) next.writeUInt32LE(at, at);
  return next;
}

/** The processes that compress, of this server. */
async function compressors(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await childrenOf(flux.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('compressor-child')) found.push(pid);
  }
  return found;
}

/** Each worker has its own folder, by kind. */
async function atWork(): Promise<{ compress: number; delta: number }> {
  const names = await readdir(join(flux.dataDir, 'staging'));
  const count = (prefix: string) => names.filter((name) => name.startsWith(prefix)).length;
  return { compress: count('compress-'), delta: count('delta-') };
}

async function leftToDo(): Promise<number> {
  const socketDir = (await findPostmaster(flux.databaseDir))?.socketDir ?? '';
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'flux' });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*) from delta_requests)::int + (
         select count(*) from blobs where compression <> 'best' and size >= 256
           and exists (select from version_files where version_files.sha256 = blobs.sha256 and encodable)
       )::int as left`,
    );
    return rows[0].left;
  } finally {
    await client.end();
  }
}

/** What there was most of at once, looked at until `stop` is called. */
function watch() {
  const most = { compress: 0, delta: 0, processes: 0 };
  let stopped = false;
  const looking = (async () => {
    while (!stopped) {
      const [pids, { compress, delta }] = [await compressors(), await atWork()];
      most.compress = Math.max(most.compress, compress);
      most.delta = Math.max(most.delta, delta);
      most.processes = Math.max(most.processes, pids.length);
      await sleep(20);
    }
  })();
  // The test that stops it gets the error; a failed test has already reported it.
  looking.catch(() => {});
  const stop = async () => {
    stopped = true;
    await looking;
    return most;
  };
  return { most, stop };
}

test('one file per effort and one delta at a time; kill -9 leaves no process, and the next start resumes', async () => {
  const { server, people } = await signInAtProcess(flux, ['ada']);
  const [person] = people;
  if (!person) throw new Error('Nobody was met.');
  const { most, stop } = watch();
  const apps = [];
  for (let count = 0; count < 3; count += 1) {
    const [pixels, code] = [randomBytes(dataBytes), script()];
    const [first, second] = [await build(pixels, code), await build(changed(pixels), code)];
    const { id } = await publishApp(person, { body: { isPublic: true }, files: { build: first.file } });
    const [version] = (await person.call(listVersions, { params: { id } })).versions;
    apps.push({ id, versionId: version?.id ?? '', first, second });
  }
  for (const { id, second } of apps) {
    const body = { changelog: 'Two' };
    await person.call(createVersion, { params: { id }, body, files: { build: second.file } });
  }
  const seen = () => most.compress > 0 && most.delta > 0;
  await expect.poll(seen, { timeout: compressionMs, interval: 20 }).toBe(true);
  // Each has its own delta, so that one is in progress for seconds.
  for (const { id, versionId } of apps)
    await person.call(activateVersion, { body: { appId: id, versionId } });
  await expect.poll(async () => (await atWork()).delta, { timeout: compressionMs, interval: 5 }).toBe(1);
  const working = await compressors();
  await flux.kill();
  // The killed process could not delete its folder.
  expect((await atWork()).delta).toBe(1);
  const alive = async () => (await Promise.all(working.map(lives))).filter((living) => living).length;
  await expect.poll(alive).toBe(0);
  const { compress, delta, processes } = await stop();
  expect(compress).toBeLessThanOrEqual(2);
  expect(delta).toBe(1);
  // A process that has ended may not have been waited for yet.
  expect(processes).toBeLessThanOrEqual(4);

  await flux.start();
  expect(await leftToDo()).toBeGreaterThan(0);
  await expect.poll(leftToDo, { timeout: compressionMs, interval: 500 }).toBe(0);
  await expect.poll(atWork).toEqual({ compress: 0, delta: 0 });
  for (const { id, first, second } of apps) {
    const answer = await visit(server, id, `/_flux/${sha256(first.data)}/data`, holding(second.data));
    expect(answer.headers['content-encoding']).toBe('dcb');
    expect(readDcb(answer.body, second.data).equals(first.data)).toBe(true);
  }
});
