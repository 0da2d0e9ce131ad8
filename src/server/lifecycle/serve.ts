import type { Socket } from 'node:net';
import type { App } from '../app.ts';
import type { Config } from '../config/config.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

/** A thousand simultaneous connections wait here instead of being retried by their systems. */
const backlog = 4_096;

/** @throws StartFailure if the address cannot be used */
export async function listen(app: App, config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { host, port } = config;
  try {
    await app.fastify.listen({ host, port, backlog });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartFailure(
        `Port ${port} on ${host} is taken by another program. Please stop that one, or choose another port, as in PORT=${port + 1} npm start.`,
        error,
      );
    }
    if (code === 'EACCES') {
      throw new StartFailure(
        `Port ${port} may not be used by this user. Please choose one above 1023, as in PORT=3000 npm start.`,
        error,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new StartFailure(
        `HOST is '${host}', which is not an address of this machine. 127.0.0.1 is for this machine only, 0.0.0.0 for all of its addresses.`,
        error,
      );
    }
    throw new StartFailure(`Flux cannot listen on ${host}, port ${port}: ${reasonOf(error)}.`, error);
  }
}

/**
 * Stops listening and lets requests in flight finish, for `graceMs` at most. Idle connections close immediately; an
 * aborted upload resumes after the next start.
 */
export async function drain(app: App, open: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  keepRepeating(app);
  const closed = app.fastify.close();
  const idle = setInterval(() => {
    app.server.closeIdleConnections();
    // Browsers connect in advance; Node does not count a connection that never sent a byte as idle.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }, 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}

/** While something that was answered past Node's parser is on its way, no connection counts as one without a request. */
function keepRepeating({ server, endRawResponses }: App): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  let isSending = true;
  void endRawResponses().then(() => {
    isSending = false;
  });
  server.closeIdleConnections = () => {
    if (!isSending) closeIdle();
  };
}

/** The connections open at any moment; to be called before the server listens. */
export function trackConnections(app: App): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
