import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { DatabaseTarget } from '../context.ts';
import { clientConfig } from '../platform/db/connect.ts';
import { restartEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import type { Patience } from '../platform/db/readiness.ts';
import { keepRunning } from './keep-running.ts';
import { Interrupted } from './shutdown.ts';
import { StartFailure } from './start-failure.ts';

/** A command beside the server needs no more than where the database is. */
type Place = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePoolSize' | 'processes'>>;

export interface Database {
  target: DatabaseTarget;
  /** Resolves when the embedded database has ended and does not start again; never for one that somebody else runs. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * The configured database, or Flux's own. `patience` is that of whoever waits for it.
 * @throws StartFailure where it does not answer, or is too old
 */
export async function openDatabase(
  config: Place,
  patience: Patience = { tell: console.error },
): Promise<Database> {
  if (config.databaseUrl !== null) {
    await waitForDatabase(config.databaseUrl, wantedConnections(config));
    return { target: { url: config.databaseUrl }, ended: new Promise(() => {}), stop: async () => {} };
  }
  try {
    const settings = { max_connections: String(connectionsOf(config)) };
    const folder = join(config.dataDir, 'postgres');
    const embedded = await startEmbeddedPostgres(folder, settings, patience);
    const kept = keepRunning(embedded, {
      startAgain: () => restartEmbeddedPostgres(folder, settings, patience),
      tell: patience.tell,
    });
    return { target: { socketDir: embedded.socketDir }, ...kept };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new StartFailure(error instanceof Error ? error.message : String(error), error);
  }
}

/** What commands, sign-in of administrators to the database and its own work may need besides. */
const spareConnections = 50;
const usualMaxConnections = 100;

function connectionsOf(place: Place): number {
  return Math.max(usualMaxConnections, wantedConnections(place) + spareConnections);
}

/** Each process listens by a connection of its own besides those of the pool. */
function wantedConnections({ databasePoolSize = 0, processes = 1 }: Place): number {
  return databasePoolSize + processes;
}

const oldestVersion = 15;
/** A database that starts together with Flux, as from one compose file, gets this long. */
const patienceMs = 5_000;
/** Refused by nobody there, or by a server that is still starting (57P03): worth another try. */
const passing = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', '57P03']);

async function waitForDatabase(url: string, connections: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await checkDatabase(url, connections);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      const { code, message } = error as { code?: string; message?: string };
      if (passing.has(code ?? '') && Date.now() < deadline) {
        await sleep(250);
        continue;
      }
      throw new StartFailure(
        `The database at ${placeOf(url)} does not answer: ${message || code}. Please check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out to use the embedded one.`,
        error,
      );
    }
  }
}

async function checkDatabase(url: string, connections: number): Promise<void> {
  const client = new pg.Client({ ...clientConfig({ url }), connectionTimeoutMillis: patienceMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (major < oldestVersion) {
      throw new StartFailure(
        `The database at ${placeOf(url)} is PostgreSQL ${major}, but Flux needs ${oldestVersion} or newer.`,
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
    `The database at ${placeOf(url)} takes ${most} connections, but Flux may want ${wanted}. Please set FLUX_DATABASE_POOL or FLUX_PROCESSES to less, or max_connections of PostgreSQL to more.`,
  );
}

/** Host, port and name of the database, without the password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
