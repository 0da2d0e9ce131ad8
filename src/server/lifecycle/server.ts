import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { type ContextOverrides, closeContext, createContext, type DatabaseTarget } from '../context.ts';
import { lowerThreadPoolPriority, setBackgroundNiceness } from '../platform/processes/background-priority.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { drain, listen, trackConnections } from './serve.ts';
import type { Shutdown } from './shutdown.ts';

const graceMs = 10_000;

export interface ServerOptions {
  config: Config;
  log: Log;
  database: DatabaseTarget;
  shutdown: Pick<Shutdown, 'onEnd'>;
  overrides?: ContextOverrides;
}

/**
 * Services and HTTP of one process, each stopped in reverse order. It listens when this resolves.
 * @returns whether background jobs are healthy
 * @throws StartFailure, Interrupted
 */
export async function startServer(options: ServerOptions): Promise<{ jobsHealthy(): boolean }> {
  const { config, log, database, shutdown, overrides = {} } = options;
  setBackgroundNiceness(config.backgroundNiceness);
  await lowerThreadPoolPriority();
  const context = await createContext(config, log, database, overrides);
  // In a hurry the connections simply end with the process.
  shutdown.onEnd('services', async (fast) => {
    if (!fast) await closeContext(context);
  });
  const app = await createApp(context);
  const connections = trackConnections(app);
  if (config.backgroundJobs && !overrides.jobsElsewhere) await context.jobs.start();
  await listen(app, config);
  shutdown.onEnd('requests', (fast) => drain(app, connections, fast ? 0 : graceMs));
  return { jobsHealthy: context.jobs.healthy };
}
