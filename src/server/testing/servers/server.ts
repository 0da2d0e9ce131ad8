import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../app.ts';
import { type Config, readConfig } from '../../config/config.ts';
import {
  type Context,
  type ContextOverrides,
  closeContext,
  createContext,
  type DatabaseTarget,
} from '../../context.ts';
import type { SlowConnectionOptions } from '../../platform/http/connections/slow-connections.ts';
import type { RateLimits } from '../../platform/http/guards/rate-limits.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { MovableClock } from '../../platform/time/clock.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export interface TestServer {
  context: Context;
  /** For another server on the same database. */
  database: DatabaseTarget;
  clock: MovableClock;
  port: number;
  /** Where to connect; name the host you mean in a `Host` header, since Node may not resolve `*.localhost`. */
  address: { host: '127.0.0.1'; port: number };
  close(): Promise<void>;
}

export interface TestServerOptions extends ContextOverrides {
  env?: Record<string, string>;
  /** Run background jobs too. */
  jobs?: boolean;
  /** All test requests come from one address, so rate limits are off by default. */
  rateLimits?: RateLimits;
  slowConnections?: SlowConnectionOptions;
  maxConnections?: number;
  /** The built web app, for tests of its pages. */
  webFolder?: string;
  /** Takes the lines of the log, which go to standard error without it. */
  log?(line: string): void;
}

/** No rate limits: tests set the one that they check. */
export const unlimited: RateLimits = {
  apiPerAddress: 1e9,
  apiPerAccount: 1e9,
  signInPerAddress: 1e9,
  signInPerNetwork: 1e9,
  signIn: 1e9,
  uploadsPerAccount: 1e9,
};

/** A page instead of the built web app, so that tests do not depend on the build. */
const standInWeb = fileURLToPath(new URL('../web', import.meta.url));

/** A whole server on a free port of loopback, with its own database and data folder. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flux-test-'));
  const database = await createTestDatabase();
  const clock = new MovableClock();
  const port = await freePort();
  const config: Config = readConfig({
    FLUX_DATA: dataDir,
    PORT: String(port),
    FLUX_LOG_LEVEL: 'error',
    FLUX_DATABASE_POOL: '5',
    ...options.env,
  });
  const { log: write } = options;
  const log = createLog(config.logLevel, write && { write });
  const context = await createContext(config, log, database.target, {
    ...(config.testClock ? {} : { clock }),
    ...options,
  });
  const app = await createApp(context, { rateLimits: unlimited, webFolder: standInWeb, ...options });
  if (options.jobs) await context.jobs.start();
  await app.fastify.listen({ host: '127.0.0.1', port });
  return {
    context,
    database: database.target,
    clock,
    port,
    address: { host: '127.0.0.1', port },
    close: async () => {
      await app.fastify.close();
      await closeContext(context);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
