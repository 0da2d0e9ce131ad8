import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { createContext } from '#server/context.ts';
import { createLog } from '#server/platform/telemetry/log.ts';

// A server in a process of its own, for tests that kill it.
const config = readConfig(process.env);
const context = await createContext(config, createLog('error'), {
  socketDir: process.env.TEST_SOCKET_DIR ?? '',
  database: process.env.TEST_DATABASE ?? '',
});
const app = await createApp(context);
await app.fastify.listen({ host: '127.0.0.1', port: config.port });
process.send?.('ready');
