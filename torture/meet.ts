import { readConfig } from '../src/server/config.ts';
import { closeContext, createContext } from '../src/server/context.ts';
import { MovableClock } from '../src/server/platform/clock.ts';
import { findPostmaster } from '../src/server/platform/db/postmaster.ts';
import { createLog } from '../src/server/platform/log.ts';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { type Person, signIn } from '../src/server/testing/people.ts';
import type { TestServer } from '../src/server/testing/server.ts';

/** People with sessions at a server that runs in a process of its own, made beside it in its database. */
export async function meet(
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
