import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { startWarnings } from '../config/start-warnings.ts';
import { type DatabaseTarget, prepareDatabase } from '../context.ts';
import { loadSecretKey } from '../platform/secrets/secret-key.ts';
import { createLog, type Log } from '../platform/telemetry/log.ts';
import { readerModule } from '../reader-module.ts';
import { startWorkers } from './cluster/workers.ts';
import { openDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { startServer } from './server.ts';
import type { Shutdown } from './shutdown.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Starts configuration, data folder, database and server or workers; each registers its stop as soon as it runs.
 * @returns the public address
 * @throws StartFailure, ConfigError, Interrupted
 */
export async function start(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<string> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  shutdown.logTo(log);
  for (const sentence of startWarnings(env, config)) log.warn(sentence);

  requireIngestChild();
  const folder = await openDataFolder(config.dataDir);
  shutdown.onEnd('data folder', () => folder.release());

  const database = await openDatabase(config, {
    onSlow: (sentence) => log.warn(sentence),
    check: () => shutdown.check(),
  });
  shutdown.onEnd('database', () => database.stop());
  void database.ended.then(() => {
    if (shutdown.ending) return;
    log.fatal(
      'the embedded database has ended and could not be started again in three tries; Flux stops. Please see postgres/postgres.log in the data folder',
    );
    void shutdown.end(1, true);
  });
  await migrate(database.target, log);

  if (config.processes === 1) {
    await startServer({ config, log, database: database.target, shutdown });
  } else {
    // All of them read the key that one of them would make.
    await loadSecretKey(config.secretKey, config.dataDir);
    // Deletes parts of former processes; each new one has its own.
    await rm(join(config.dataDir, 'staging'), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'what was left in staging could not be removed'),
    );
    await startWorkers({ config, log, database: database.target, shutdown });
  }
  shutdown.started();
  return config.publicUrl;
}

/** Better now than with each upload. */
function requireIngestChild(): void {
  if (existsSync(readerModule)) return;
  throw new StartFailure(
    `The program that reads uploads is missing: ${readerModule}. Please start Flux by npm start, which builds it.`,
  );
}

async function migrate(target: DatabaseTarget, log: Log): Promise<void> {
  try {
    await prepareDatabase(target, log);
  } catch (error) {
    if (error instanceof Error && error.message.includes('corrupted migrations')) {
      throw new StartFailure(
        'The database was made by a newer version of Flux. Please start that version, or restore the backup from before the update.',
        error,
      );
    }
    throw error;
  }
}
