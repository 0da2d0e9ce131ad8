import { join } from 'node:path';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { closeContext, createContext } from './context.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { createLog } from './platform/log.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const database =
  config.databaseUrl === null ? await startEmbeddedPostgres(join(config.dataDir, 'postgres')) : null;
const context = await createContext(
  config,
  log,
  database ? { socketDir: database.socketDir } : { url: config.databaseUrl ?? '' },
);
const app = await createApp(context);
await context.jobs.start();
await app.fastify.listen({ host: config.host, port: config.port });
console.log(`Flux is ready at ${config.publicUrl}`);

async function stop(): Promise<void> {
  await app.fastify.close();
  await closeContext(context);
  await database?.stop();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
