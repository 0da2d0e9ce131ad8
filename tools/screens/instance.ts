import { readConfig } from '../../src/server/config/config.ts';
import { type Context, closeContext, createContext } from '../../src/server/context.ts';
import { findPostmaster } from '../../src/server/platform/db/postmaster.ts';
import { createLog } from '../../src/server/platform/telemetry/log.ts';
import { MovableClock } from '../../src/server/platform/time/clock.ts';
import { TestClock } from '../../src/server/platform/time/test-clock.ts';
import { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';
import type { TestServer } from '../../src/server/testing/servers/server.ts';

/**
 * A real Flux with its own data folder. Its clock always starts on the same day of the year, so dates and
 * relative times are the same in each run within a year.
 */
export class ScreensInstance {
  readonly process: FluxProcess;
  /** Its functions on the same database, for actions that the UI does not offer. */
  readonly server: TestServer;

  private constructor(process: FluxProcess, server: TestServer) {
    this.process = process;
    this.server = server;
  }

  static async start(dataDir: string): Promise<ScreensInstance> {
    const env = {
      FLUX_LOG_LEVEL: 'error',
      FLUX_TEST_CLOCK: 'on',
      FLUX_TRUSTED_PROXIES: '127.0.0.1',
      ...configuredFeatures,
    };
    const process = await FluxProcess.create({ dataDir, env });
    try {
      await process.start();
      const socketDir = (await findPostmaster(process.databaseDir))?.socketDir ?? '';
      const config = readConfig({ FLUX_DATA: process.dataDir, PORT: String(process.port), ...env });
      const context = await createContext(config, createLog('error'), { socketDir });
      await moveClock(context);
      const server: TestServer = {
        context,
        database: { socketDir },
        clock: new MovableClock(context.clock.now()),
        port: process.port,
        address: { host: '127.0.0.1', port: process.port },
        close: () => closeContext(context),
      };
      return new ScreensInstance(process, server);
    } catch (error) {
      await process.dispose();
      throw error;
    }
  }

  get url(): string {
    return this.process.url;
  }

  get now(): Date {
    return this.server.context.clock.now();
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.process.dispose();
  }
}

/** Features that need configuration. */
const configuredFeatures = {
  FLUX_DISCORD_INVITE_URL: 'https://discord.gg/flux',
  FLUX_SUPPORT_EMAIL: 'help@flux.example',
};

async function moveClock({ clock }: Context): Promise<void> {
  if (!(clock instanceof TestClock)) throw new Error('The clock of this Flux cannot be moved.');
  const now = new Date();
  const next = (year: number) => new Date(Date.UTC(year, 4, 12, 9, 30));
  const thisYear = next(now.getUTCFullYear());
  await clock.moveTo(thisYear > now ? thisYear : next(now.getUTCFullYear() + 1));
}
