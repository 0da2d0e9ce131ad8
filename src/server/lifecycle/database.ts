import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { DatabaseTarget } from '../context.ts';
import { clientConfig } from '../platform/db/connect.ts';
import { restartEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import type { WaitOptions } from '../platform/db/readiness.ts';
import { keepRunning } from './keep-running.ts';
import { Interrupted } from './shutdown.ts';
import { StartFailure } from './start-failure.ts';

/** Administration commands need only the location of the database. */
type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePoolSize' | 'processes'>>;

export interface Database {
  target: DatabaseTarget;
  /** Resolves when the embedded database has ended and cannot be restarted; never for an external one. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * The configured database, or the embedded one. `waitOptions` reports and ends the wait.
 * @throws StartFailure if it does not respond or is too old
 */
export async function openDatabase(
  config: DatabaseConfig,
  waitOptions: WaitOptions = { onSlow: console.error },
): Promise<Database> {
  if (config.databaseUrl !== null) {
    await waitForDatabase(config.databaseUrl, requiredConnections(config));
    return { target: { url: config.databaseUrl }, ended: new Promise(() => {}), stop: async () => {} };
  }
  try {
    const settings = { max_connections: String(connectionsOf(config)) };
    const folder = join(config.dataDir, 'postgres');
    const embedded = await startEmbeddedPostgres(folder, settings, waitOptions);
    const kept = keepRunning(embedded, {
      restart: () => restartEmbeddedPostgres(folder, settings, waitOptions),
      onFailure: waitOptions.onSlow,
    });
    return { target: { socketDir: embedded.socketDir }, ...kept };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new StartFailure(error instanceof Error ? error.message : String(error), error);
  }
}

/** Additional connections for commands, database administrators and PostgreSQL itself. */
const spareConnections = 50;
const usualMaxConnections = 100;

function connectionsOf(config: DatabaseConfig): number {
  return Math.max(usualMaxConnections, requiredConnections(config) + spareConnections);
}

/** Each process has one LISTEN connection besides its pool. */
function requiredConnections({ databasePoolSize = 0, processes = 1 }: DatabaseConfig): number {
  return databasePoolSize + processes;
}

const oldestVersion = 15;
/** A database that starts at the same time, such as in one compose file, gets this long. */
const reachTimeoutMs = 5_000;
/** The connection is refused, or the server is starting (57P03): retry. */
const transientCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', '57P03']);

async function waitForDatabase(url: string, connections: number): Promise<void> {
  const deadline = Date.now() + reachTimeoutMs;
  for (;;) {
    try {
      return await checkDatabase(url, connections);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      const { code, message } = error as { code?: string; message?: string };
      if (transientCodes.has(code ?? '') && Date.now() < deadline) {
        await sleep(250);
        continue;
      }
      throw new StartFailure(
        `The database at ${describeAddress(url)} does not answer: ${message || code}. Please check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out to use the embedded one.`,
        error,
      );
    }
  }
}

async function checkDatabase(url: string, connections: number): Promise<void> {
  const client = new pg.Client({ ...clientConfig({ url }), connectionTimeoutMillis: reachTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (major < oldestVersion) {
      throw new StartFailure(
        `The database at ${describeAddress(url)} is PostgreSQL ${major}, but Flux needs ${oldestVersion} or newer.`,
      );
    }
    await checkConnections(client, url, connections);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Better now than with those who come when all connections are taken. */
async function checkConnections(client: pg.Client, url: string, wanted: number): Promise<void> {
  const { rows } = await client.query<{ most: number }>(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  );
  const most = rows[0]?.most ?? 0;
  if (wanted <= most) return;
  throw new StartFailure(
    `The database at ${describeAddress(url)} takes ${most} connections, but Flux may want ${wanted}. Please set FLUX_DATABASE_POOL or FLUX_PROCESSES to less, or max_connections of PostgreSQL to more.`,
  );
}

/** Host, port and name of the database, without the password. */
function describeAddress(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
