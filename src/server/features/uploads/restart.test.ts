import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
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
    retryDelays: [50, 100, 200, 400, 800, 1600, 1600, 1600, 1600],
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
}, 60_000);

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
}, 60_000);
