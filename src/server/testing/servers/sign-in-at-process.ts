import { readConfig } from '../../config/config.ts';
import { closeContext, createContext } from '../../context.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { MovableClock } from '../../platform/time/clock.ts';
import { type Person, signIn } from '../people/people.ts';
import type { FluxProcess } from './flux-process.ts';
import type { TestServer } from './server.ts';

/** Users with sessions at a server process, inserted into its database. */
export async function signInAtProcess(
  flux: FluxProcess,
  names: readonly string[],
): Promise<{ server: TestServer; people: Person[] }> {
  const config = readConfig({ FLUX_DATA: flux.dataDir, PORT: String(flux.port) });
  const socketDir = (await findPostmaster(flux.databaseDir))?.socketDir ?? '';
  const database = { socketDir };
  const context = await createContext(config, createLog('error'), database);
  const server: TestServer = {
    context,
    database,
    clock: new MovableClock(),
    port: flux.port,
    address: { host: '127.0.0.1', port: flux.port },
    close: () => closeContext(context),
  };
  try {
    return { server, people: await Promise.all(names.map((name) => signIn(server, name))) };
  } finally {
    await server.close();
  }
}
