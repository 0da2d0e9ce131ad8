import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVersion } from '#shared/versions.ts';
import { makeZip } from '../../../../../fixtures/zip.ts';
import { findPostmaster } from '../../../platform/db/postmaster.ts';
import { FluxProcess } from '../../../testing/flux-process.ts';
import { meet } from '../../../testing/meet.ts';
import { childrenOf, lives } from '../../../testing/process-tree.ts';
import { publishApp } from '../../../testing/publish.ts';

// A whole server starts twice, and the work of the first is given to the second once it shows no sign of life.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let flux: FluxProcess;
beforeEach(async () => {
  flux = await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'silent' } });
  await flux.start();
});
afterEach(() => flux.dispose());

/** Compressible, different each time, and a second of work for brotli 11. */
function content(): Buffer {
  const words = Array.from({ length: 5_000 }, () => randomBytes(4).toString('hex'));
  const picks = randomBytes(120_000);
  let text = '';
  for (let at = 0; at < picks.length; at += 2) text += `${words[picks.readUInt16LE(at) % words.length]} `;
  return Buffer.from(text);
}

function build(data: Buffer) {
  const bytes = makeZip([
    { name: 'index.html', data: '<!doctype html><script src="game.js"></script>' },
    { name: 'game.js', data },
  ]);
  return { name: 'game.zip', bytes };
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

/** What works on a file has a folder of its own, by its kind. */
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
      `select (select count(*) from delta_wishes)::int + (
         select count(*) from blobs where compression <> 'best' and size >= 256
           and exists (select from version_files where version_files.sha256 = blobs.sha256 and encodable)
       )::int as left`,
    );
    return rows[0].left;
  } finally {
    await client.end();
  }
}

test('one file of each effort is compressed at a time and one delta made; kill -9 leaves no process, and the next start goes on', async () => {
  const [person] = (await meet(flux, ['ada'])).people;
  if (!person) throw new Error('Nobody was met.');
  const apps = [];
  for (let count = 0; count < 3; count += 1) {
    const data = content();
    apps.push({ data, id: (await publishApp(person, { files: { build: build(data) } })).id });
  }
  for (const { data, id } of apps) {
    const body = { changelog: 'Two' };
    const files = { build: build(Buffer.concat([Buffer.from('// Two\n'), data])) };
    await person.call(createVersion, { params: { id }, body, files });
  }
  const most = { compress: 0, delta: 0, processes: 0 };
  for (let looks = 0; looks < 100; looks += 1) {
    const pids = await compressors();
    const { compress, delta } = await atWork();
    most.compress = Math.max(most.compress, compress);
    most.delta = Math.max(most.delta, delta);
    most.processes = Math.max(most.processes, pids.length);
    await sleep(20);
  }
  expect(most.compress).toBeGreaterThan(0);
  expect(most.compress).toBeLessThanOrEqual(2);
  expect(most.delta).toBeLessThanOrEqual(1);
  // A process that has ended may not have been waited for yet.
  expect(most.processes).toBeLessThanOrEqual(4);

  await expect
    .poll(async () => (await compressors()).length, { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(0);
  const working = await compressors();
  await flux.kill();
  const alive = async () => (await Promise.all(working.map(lives))).filter((living) => living).length;
  await expect.poll(alive, { timeout: 5_000 }).toBe(0);

  await flux.start();
  expect(await leftToDo()).toBeGreaterThan(0);
  await expect.poll(leftToDo, { timeout: 200_000, interval: 500 }).toBe(0);
  await expect.poll(atWork, { timeout: 10_000 }).toEqual({ compress: 0, delta: 0 });
});
