import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Config } from './config/config.ts';
import { prepareSchema } from './db/prepare-schema.ts';
import type { Tables } from './db/schema.ts';
import { ConfiguredStores } from './features/storage/stores.ts';
import type { BlobStores } from './platform/blobs/blob-stores.ts';
import { BlobCache } from './platform/blobs/cache/blob-cache.ts';
import { Changes } from './platform/db/changes.ts';
import { clientConfig, connect } from './platform/db/connect.ts';
import { DiskSpaceGuard } from './platform/files/disk-space-guard.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import { LocalLimits } from './platform/limits/local-limits.ts';
import type { SharedLimits } from './platform/limits/shared-limits.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { loadSecretKey } from './platform/secrets/secret-key.ts';
import type { Log } from './platform/telemetry/log.ts';
import { type Clock, systemClock } from './platform/time/clock.ts';
import { TestClock } from './platform/time/test-clock.ts';

/** Every service of one running Flux, built once and handed to the features. */
export interface Context {
  config: Config;
  log: Log;
  clock: Clock;
  db: Kysely<Tables>;
  pool: pg.Pool;
  changes: Changes;
  /** What is bounded once, however many processes there are. */
  sharedLimits: SharedLimits;
  stores: BlobStores;
  /** Of what lies in distant stores. */
  cache: BlobCache;
  /** For work that can wait until there is some. */
  diskSpace: DiskSpaceGuard;
  jobs: Jobs;
  /** Null: mail stays in the outbox. */
  mailer: Mailer | null;
  /** 32 bytes or more; keys for single purposes are derived from it. */
  secretKey: Buffer;
  folders: Folders;
}

/** Absolute paths below the data folder. All are on one file system, so that a finished file can be renamed. */
export interface Folders {
  /** Of the storage that Flux begins with. */
  blobs: string;
  /** Of other local storages, each below its id. */
  stores: string;
  /** Copies of what lies elsewhere; it may be removed at any time. */
  cache: string;
  uploads: string;
  staging: string;
}

export interface DatabaseTarget {
  url?: string;
  socketDir?: string;
  database?: string;
}

export interface ContextOverrides {
  clock?: Clock;
  sharedLimits?: SharedLimits;
  stores?: BlobStores;
  mailer?: Mailer;
  /** Of several processes one works in the background; in the others: whether that one does. */
  jobsElsewhere?: () => boolean;
  /** The name of this process's own part of the staging folder. */
  stagingPart?: string;
}

/** Whether somebody works in the background, where that is switched off. */
const nobody = () => false;

/** Makes in the database what this version of Flux needs there. */
export async function prepareDatabase(target: DatabaseTarget, log: Log): Promise<void> {
  const { db } = connect<Tables>({
    ...target,
    poolSize: 1,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  try {
    await prepareSchema(db);
  } finally {
    await db.destroy();
  }
}

/** Connects to a database that was prepared and builds every service. Background work starts with `context.jobs.start()`, where it is on. */
export async function createContext(
  config: Config,
  log: Log,
  target: DatabaseTarget,
  overrides: ContextOverrides = {},
): Promise<Context> {
  const folders: Folders = {
    blobs: join(config.dataDir, 'blobs'),
    stores: join(config.dataDir, 'stores'),
    cache: join(config.dataDir, 'cache'),
    uploads: join(config.dataDir, 'uploads'),
    staging: join(config.dataDir, 'staging', overrides.stagingPart ?? ''),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  const connection = connect<Tables>({
    ...target,
    poolSize: config.databasePoolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const changes = new Changes(clientConfig(target), log);
  await changes.start();
  const { db } = connection;
  const secretKey = await loadSecretKey(config.secretKey, config.dataDir);
  const stores = overrides.stores ?? new ConfiguredStores({ db, log, changes, config, folders, secretKey });
  return {
    config,
    log,
    clock: overrides.clock ?? (config.testClock ? await TestClock.open(connection.db, changes) : systemClock),
    db,
    pool: connection.pool,
    changes,
    sharedLimits: overrides.sharedLimits ?? new LocalLimits(),
    stores,
    cache: new BlobCache({
      folder: folders.cache,
      maxBytes: config.cacheBytes,
      processes: config.processes,
      log,
    }),
    diskSpace: new DiskSpaceGuard(log),
    jobs: createJobs(connection.pool, log, {
      runsElsewhere: config.backgroundJobs ? overrides.jobsElsewhere : nobody,
    }),
    mailer: overrides.mailer ?? (config.mail && createMailer(config.mail)),
    secretKey,
    folders,
  };
}

export async function closeContext(context: Context): Promise<void> {
  await context.jobs.stop();
  await context.cache.close();
  await context.stores.close();
  await context.changes.close();
  await context.db.destroy();
}
