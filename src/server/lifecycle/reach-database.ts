import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { clientConfig } from '../platform/db/connect.ts';
import { findPostmaster } from '../platform/db/postmaster.ts';
import { FolderInUse, openDataFolder } from './data-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

type RunningDatabase = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** A starting server opens its database within this time. */
const reachTimeoutMs = 15_000;

/**
 * The database for an administration command: that of the running server, or the embedded one, started for the
 * command's duration. Commands create and migrate nothing.
 * @throws StartFailure
 */
export async function reachDatabase(config: RunningDatabase): Promise<Database> {
  if (config.databaseUrl !== null) return openDatabase(config);
  const cluster = join(config.dataDir, 'postgres', 'cluster');
  if (!existsSync(join(cluster, 'PG_VERSION'))) throw notStartedMessage(config.dataDir);
  try {
    const folder = await openDataFolder(config.dataDir);
    const database = await openDatabase(config).catch(async (error: unknown) => {
      await folder.release();
      throw error;
    });
    return { ...database, stop: () => database.stop().finally(() => folder.release()) };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return joinRunning(cluster);
  }
}

export function notStartedMessage(dataDir: string): StartFailure {
  return new StartFailure(
    `There is no database of Flux in ${dataDir} yet, and so nobody's account. Please start Flux once and sign in, or name the right folder by FLUX_DATA.`,
  );
}

async function joinRunning(cluster: string): Promise<Database> {
  const deadline = Date.now() + reachTimeoutMs;
  for (let reason = 'it has not opened its database yet'; ; ) {
    const found = await findPostmaster(cluster);
    if (found?.socketDir) {
      const target = { socketDir: found.socketDir };
      const failure = await probe(target);
      if (failure === null) return { target, ended: new Promise(() => {}), stop: async () => {} };
      reason = failure;
    }
    if (Date.now() > deadline) {
      throw new StartFailure(
        `A Flux server is running, but its database cannot be reached: ${reason}. Please run this as the user who runs the server.`,
      );
    }
    await sleep(100);
  }
}

/** Null: it answers. Else why not. */
async function probe(target: { socketDir: string }): Promise<string | null> {
  const client = new pg.Client(clientConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await client.end().catch(() => {});
  }
}
