import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findPostmaster, isPostmaster } from './platform/db/postmaster.ts';
import { projectFolder } from './project-folder.ts';
import { FluxProcess } from './testing/servers/flux-process.ts';

const started: FluxProcess[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const flux of started.splice(0)) await flux.dispose();
  for (const server of servers.splice(0)) server.close();
});

async function create(options: Parameters<typeof FluxProcess.create>[0] = {}): Promise<FluxProcess> {
  const flux = await FluxProcess.create(options);
  started.push(flux);
  return flux;
}

async function listenOnAnyPort(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function status(flux: FluxProcess, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${flux.port}${path}`)).status;
}

/** One sentence: a line, no stack trace. */
function expectOneSentence(stderr: string, pattern: RegExp): void {
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(pattern)]);
}

test('a start prints one line with the address, and a stop by SIGTERM leaves no database', async () => {
  const flux = await create({ isFirstStart: true });
  await flux.start();
  expect(await status(flux, '/healthz')).toBe(200);
  expect(await status(flux, '/readyz')).toBe(200);
  const database = await findPostmaster(flux.databaseDir);
  expect(database).not.toBeNull();
  const ended = await flux.stop();
  expect(ended).toMatchObject({
    code: 0,
    stdout: `Flux is ready at http://flux.localhost:${flux.port}\n`,
    stderr: '',
  });
  expect(await isPostmaster(database?.pid ?? 0, flux.databaseDir)).toBe(false);
});

test.runIf(existsSync('/dev/full'))(
  'a log that cannot be written, as on a full disk, ends nothing: Flux starts, answers and stops in order',
  async () => {
    // It warns at its start.
    const env = { FLUX_BACKGROUND_JOBS: 'off' };
    const flux = await create({ env, stderrPath: '/dev/full' });
    await flux.start();
    expect(await status(flux, '/healthz')).toBe(200);
    expect(await flux.stop()).toMatchObject({ code: 0, signal: null });
  },
);

test('a taken port is one sentence that names it, and no database stays behind', async () => {
  const port = await listenOnAnyPort(createServer());
  const flux = await create({ port });
  const ended = await flux.run();
  expect(ended.code).toBe(1);
  expectOneSentence(
    ended.stderr,
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\.`),
  );
  expect(await findPostmaster(flux.databaseDir)).toBeNull();
});

test('a data folder that cannot be made is one sentence that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-unwritable-'));
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  try {
    for (const dataDir of [file, join(file, 'below'), '/proc/flux']) {
      const ended = await (await create({ dataDir })).run();
      expect(ended.code).toBe(1);
      expectOneSentence(ended.stderr, new RegExp(`^The data folder ${dataDir} cannot be used: .*FLUX_DATA`));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a checkout that was not built is one sentence that says how it is, and no database is made', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'flux-checkout-'));
  try {
    await mkdir(join(checkout, 'dist'));
    for (const name of ['package.json', 'src', 'node_modules', 'dist/server'])
      await symlink(join(projectFolder, name), join(checkout, name));
    const flux = await create({ checkout, isFirstStart: true });
    const ended = await flux.run();
    expect(ended.code).toBe(1);
    expectOneSentence(
      ended.stderr,
      new RegExp(`^The program that reads uploads is missing: ${checkout}/dist/reader/.*npm start`),
    );
    expect(existsSync(flux.databaseDir)).toBe(false);
  } finally {
    await rm(checkout, { recursive: true });
  }
});

test('every mistake in the configuration is listed at once', async () => {
  const flux = await create({
    env: { PORT: '70000', FLUX_PUBLIC_URL: 'flux', FLUX_LOG_LEVEL: 'loud', FLUX_SECRET_KEY: 'short' },
  });
  const ended = await flux.run();
  expect(ended.code).toBe(1);
  expect(ended.stderr.trim().split('\n')).toEqual([
    'The configuration has 4 mistakes:',
    expect.stringContaining('PORT'),
    expect.stringContaining('FLUX_PUBLIC_URL'),
    expect.stringContaining('FLUX_LOG_LEVEL'),
    expect.stringContaining('FLUX_SECRET_KEY'),
  ]);
});

test('what keeps no Flux from starting and is seldom meant is a line each in the log of its start', async () => {
  const flux = await create({ env: { FLUX_PORTT: '80', FLUX_PUBLIC_URL: 'https://flux.example' } });
  await flux.start();
  const { code, stderr } = await flux.stop();
  expect(code).toBe(0);
  const said = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(said).toContain(
    'FLUX_PORTT is set, but Flux knows no such setting and ignores it. Did you mean PORT?',
  );
  expect(said).toContainEqual(expect.stringMatching(/^Nobody can sign in at https:\/\/flux\.example:/));
});

test('a database that refuses or never answers is one sentence without the password', async () => {
  const silent = await listenOnAnyPort(createServer(() => {}));
  const refusing = await listenOnAnyPort(createServer());
  servers.pop()?.close();
  for (const port of [silent, refusing]) {
    const flux = await create({ env: { DATABASE_URL: `postgres://ada:hush@127.0.0.1:${port}/flux` } });
    const ended = await flux.run();
    expect(ended.code).toBe(1);
    expectOneSentence(
      ended.stderr,
      new RegExp(`^The database at 127\\.0\\.0\\.1:${port}/flux does not answer`),
    );
    expect(ended.stderr).not.toContain('hush');
  }
});

test('a second server on the same data folder is refused, and the first goes on', async () => {
  const first = await create();
  await first.start();
  const second = await create({ dataDir: first.dataDir });
  const ended = await second.run();
  expect(ended.code).toBe(1);
  expectOneSentence(ended.stderr, new RegExp(`^Another Flux server \\(process ${first.pid}\\) is using`));
  expect(await status(first, '/readyz')).toBe(200);
});

test('after kill -9 the next start adopts the database that was left', async () => {
  const flux = await create();
  await flux.start();
  const left = await findPostmaster(flux.databaseDir);
  await flux.kill();
  expect(await isPostmaster(left?.pid ?? 0, flux.databaseDir)).toBe(true);
  await flux.start();
  expect((await findPostmaster(flux.databaseDir))?.pid).toBe(left?.pid);
  expect(await status(flux, '/readyz')).toBe(200);
  expect((await flux.stop()).code).toBe(0);
  expect(await findPostmaster(flux.databaseDir)).toBeNull();
});

test('after a power cut a pid that another program has now does not keep the database from starting', async () => {
  const flux = await create();
  await flux.start();
  const left = await findPostmaster(flux.databaseDir);
  await flux.kill();
  process.kill(left?.pid ?? 0, 'SIGKILL');
  while (await isPostmaster(left?.pid ?? 0, flux.databaseDir)) await sleep(20);
  const { uid } = await stat(flux.databaseDir);
  // Of the database's own user, or PostgreSQL itself would see that it is another's.
  const stranger = spawn('sleep', ['60'], {
    stdio: 'ignore',
    cwd: '/',
    ...(process.getuid?.() === 0 ? { uid } : {}),
  });
  for (const path of [
    join(flux.databaseDir, 'postmaster.pid'),
    join(left?.socketDir ?? '', '.s.PGSQL.5432.lock'),
  ]) {
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(stranger.pid)));
  }
  try {
    await flux.start();
    expect(await status(flux, '/readyz')).toBe(200);
  } finally {
    stranger.kill();
  }
});

test('a database that cannot be started again after it died ends Flux with the reason, and the next start recovers', async () => {
  const flux = await create();
  await flux.start();
  const settings = join(flux.databaseDir, 'postgresql.conf');
  const intact = await readFile(settings, 'utf8');
  await writeFile(settings, 'no_such_setting = 1\n');
  process.kill((await findPostmaster(flux.databaseDir))?.pid ?? 0, 'SIGKILL');
  const ended = await flux.ended();
  expect(ended.code).toBe(1);
  expect(ended.stderr.match(/The embedded database did not start/g)).toHaveLength(3);
  expect(ended.stderr).toContain('contains errors');
  expect(ended.stderr).toContain('could not be started again in three tries');
  await writeFile(settings, intact);
  await flux.start();
  expect(await status(flux, '/readyz')).toBe(200);
});

test('SIGTERM lets a request in flight finish, closes idle connections and takes no new ones', async () => {
  const flux = await create();
  await flux.start();
  const idle = connect(flux.port, '127.0.0.1');
  const idleClosed = new Promise((resolve) => idle.on('close', resolve));
  const answered = slowRequest(flux);
  await answered.begun;
  flux.signal('SIGTERM');
  flux.signal('SIGTERM');
  await idleClosed;
  await expect(fetch(`http://127.0.0.1:${flux.port}/healthz`)).rejects.toThrow();
  answered.finish();
  expect(await answered.status).toBeLessThan(500);
  expect((await flux.ended()).code).toBe(0);
});

/** A request whose body is held back until `finish`. */
function slowRequest(flux: FluxProcess) {
  const body = Buffer.from('{}');
  const outgoing = request({
    host: '127.0.0.1',
    port: flux.port,
    method: 'POST',
    path: '/api/applications',
    headers: {
      host: `flux.localhost:${flux.port}`,
      origin: flux.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  outgoing.write(body.subarray(0, 1));
  return {
    begun: sleep(300),
    status: new Promise<number>((resolve, reject) => {
      outgoing.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      outgoing.on('error', reject);
    }),
    finish: () => outgoing.end(body.subarray(1)),
  };
}

test('a second signal after a while ends the process at once', async () => {
  const flux = await create();
  await flux.start();
  const held = slowRequest(flux);
  held.status.catch(() => {});
  await held.begun;
  flux.signal('SIGTERM');
  await sleep(1_300);
  const before = performance.now();
  flux.signal('SIGTERM');
  expect((await flux.ended()).code).toBe(1);
  // Half of what the request in flight is granted.
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('http://localhost:PORT leads to the public address', async () => {
  const flux = await create();
  await flux.start();
  const response = await fetch(`http://localhost:${flux.port}/upload?x=1`, { redirect: 'manual' });
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(`${flux.url}/upload?x=1&flux-redirected=1`);
});

test('the data folder is for its owner alone', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'flux-mode-'));
  const flux = await create({ dataDir: join(parent, 'data') });
  await flux.start();
  expect((await stat(flux.dataDir)).mode & 0o077).toBe(0);
  await flux.stop();
  await rm(parent, { recursive: true });
});
