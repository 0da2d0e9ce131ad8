import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, closeContext, createContext, type DatabaseTarget } from '../context.ts';
import { createLog } from '../platform/log.ts';
import { openDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { drain, listen, trackConnections } from './serve.ts';
import type { Shutdown } from './shutdown.ts';
import { StartFailure } from './start-failure.ts';

const graceMs = 10_000;

/**
 * Configuration, data folder, database, services, HTTP: each says how it is stopped as soon as it is there.
 * @returns the address people open
 * @throws StartFailure, ConfigError, Interrupted
 */
export async function start(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<string> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  shutdown.logTo(log);

  const folder = await openDataFolder(config.dataDir);
  shutdown.onEnd('data folder', () => folder.release());

  const database = await openDatabase(config);
  shutdown.onEnd('database', () => database.stop());
  void database.ended.then(() => {
    if (shutdown.ending) return;
    log.fatal('the embedded database has ended; Flux stops, and its next start recovers');
    void shutdown.end(1, true);
  });

  const context = await openContext(config, log, database.target);
  // In a hurry the connections simply end with the process.
  shutdown.onEnd('services', async (fast) => {
    if (!fast) await closeContext(context);
  });

  const app = await createApp(context);
  const connections = trackConnections(app);
  await context.jobs.start();
  await listen(app, config);
  shutdown.onEnd('requests', (fast) => drain(app, connections, fast ? 0 : graceMs));
  shutdown.started();
  return config.publicUrl;
}

async function openContext(
  config: Context['config'],
  log: Context['log'],
  target: DatabaseTarget,
): Promise<Context> {
  try {
    return await createContext(config, log, target);
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
