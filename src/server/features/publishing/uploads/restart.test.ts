import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { request } from '#server/testing/http/request.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { ownOrganization, publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listUploads, uploadsPath } from '#shared/versions/uploads.ts';
import { uploadPath } from './files.ts';
import { takeUpload } from './take.ts';

/** Other servers, in processes of their own, share the database and the folders of this one. */
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

let others: ChildProcess[] = [];
afterEach(async () => {
  for (const other of others) await kill(other);
  others = [];
});

async function startOther(port: number): Promise<ChildProcess> {
  const { host, database } = server.context.pool.options;
  const { config } = server.context;
  const child = fork(fileURLToPath(new URL('testing-server.ts', import.meta.url)), [], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      FLUX_DATA: config.dataDir,
      FLUX_PUBLIC_URL: config.publicUrl,
      FLUX_DATABASE_POOL: '4',
      TEST_SOCKET_DIR: host ?? '',
      TEST_DATABASE: database ?? '',
    },
  });
  others.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function uploadTo(port: number, bytes: Buffer, options: { uploadUrl?: string } = {}) {
  const { publicUrl } = server.context.config;
  const ended = Promise.withResolvers<void>();
  const upload = new Upload(bytes, {
    ...(options.uploadUrl
      ? { uploadUrl: options.uploadUrl }
      : { endpoint: `http://127.0.0.1:${port}/api/uploads` }),
    chunkSize: 1_048_576,
    metadata: { filename: 'game.zip' },
    headers: {
      host: new URL(publicUrl).host,
      origin: publicUrl,
      'sec-fetch-site': 'same-origin',
      cookie: ada.cookie,
    },
    // Until another server has started, however long that takes.
    retryDelays: Array.from({ length: 200 }, () => 200),
    onSuccess: () => ended.resolve(),
    onError: (error) => ended.reject(error),
  });
  upload.start();
  return { upload, ended: ended.promise };
}

async function untilOnDisk(bytes: number): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const row = await server.context.db.selectFrom('uploads').select('id').executeTakeFirst();
    const found = row && (await stat(uploadPath(server.context, row.id)).catch(() => null));
    if (row && found && found.size >= bytes) return row.id;
    await sleep(5);
  }
  throw new Error('The bytes never arrived.');
}

test('an upload outlives a server that is killed under it, by the client’s own retries', async () => {
  const port = server.port + 1;
  const bytes = randomBytes(24 * 1_048_576);
  const first = await startOther(port);
  const { ended } = uploadTo(port, bytes);
  const id = await untilOnDisk(2_500_000);
  await kill(first);
  const received = (await stat(uploadPath(server.context, id))).size;
  expect(received).toBeLessThan(bytes.length);
  await startOther(port);
  await ended;
  const viewer = {
    id: ada.id,
    username: '',
    email: null,
    role: 'user' as const,
    sessionId: '',
    signedInAt: new Date(),
  };
  const { path } = await takeUpload(server.context, viewer, id);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  await server.context.db.deleteFrom('uploads').execute();
});

test('two servers never write one upload at once: the second takes over from the first', async () => {
  const port = server.port + 1;
  const bytes = randomBytes(24 * 1_048_576);
  await startOther(port);
  const there = uploadTo(port, bytes);
  const id = await untilOnDisk(2_500_000);
  const here = uploadTo(server.port, bytes, {
    uploadUrl: `http://127.0.0.1:${server.port}/api/uploads/${id}`,
  });
  await Promise.allSettled([there.ended, here.ended]);
  const viewer = {
    id: ada.id,
    username: '',
    email: null,
    role: 'user' as const,
    sessionId: '',
    signedInAt: new Date(),
  };
  const { path } = await takeUpload(server.context, viewer, id);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('what a killed server publishes, or has in line for it, waits for whoever goes on with it', async () => {
  const bob = await signIn(server, 'bob');
  const port = server.port + 1;
  const other = await startOther(port);
  const bytes = makeZip([{ name: 'index.html', data: '<!doctype html><title>Pong</title>' }]);
  const [first, second] = [await sendUpload(bob, 'a.zip', bytes), await sendUpload(bob, 'b.zip', bytes)];
  const organizationId = await ownOrganization(bob);
  const states = async () =>
    new Map((await bob.call(listUploads)).map(({ id, state }) => [id, state] as const));
  const publishThere = (uploadId: string) =>
    request({ ...server, address: { host: '127.0.0.1', port } }, '/api/applications', {
      method: 'POST',
      headers: { cookie: bob.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Pong', organizationId, uploadId }),
    }).catch(() => null);
  // Neither can be committed: one is under way, and the other waits for its turn.
  await server.context.db.transaction().execute(async (trx) => {
    await sql`lock table versions in access exclusive mode`.execute(trx);
    const answers = [publishThere(first), publishThere(second)];
    const all = (state: string) => new Map([first, second].map((id) => [id, state]));
    await expect.poll(states).toEqual(all('checking'));
    for (const id of [first, second]) {
      const init = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } };
      expect((await bob.fetch(`${uploadsPath}/${id}`, init)).status).toBe(409);
    }
    await kill(other);
    expect(await Promise.all(answers)).toEqual([null, null]);
    await expect.poll(states).toEqual(all('waiting'));
  });
  for (const uploadId of [first, second])
    expect(await publishApp(bob, { body: { organizationId, uploadId } })).toMatchObject({ version: '1.0.0' });
});
