import { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** No connection that works pauses for so long in the middle of a body. */
const defaultSilenceMs = 60_000;
/** Nor does anybody who wants an answer read nothing of it for so long. */
const defaultStallMs = 120_000;

/**
 * Cuts off whoever announces a body and then stops sending it, and whoever reads nothing of an answer that waits for them;
 * such requests cost nothing to open, and what they hold would otherwise be held without end. How long a body or an answer
 * takes while it moves is not limited, nor how long an answer is worked on.
 */
export function cutSilentPeers(
  fastify: FastifyInstance,
  { silenceMs = defaultSilenceMs, stallMs = defaultStallMs } = {},
): void {
  fastify.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    // What Flux asks itself, as the local sign-in does, comes over no connection.
    if (!(request instanceof IncomingMessage)) return;
    const { socket } = request;
    // That somebody listens also keeps Node from closing a connection whose answer is being worked on.
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    if (!expectsBody(request)) {
      socket.setTimeout(stallMs);
      return;
    }
    request.setTimeout(silenceMs, () => request.destroy());
    // Whoever has sent all may wait in silence for an answer that takes its time.
    request.once('end', () => socket.setTimeout(stallMs));
  });
}

function expectsBody({ complete, headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return !complete && (coding !== undefined || Number(length ?? 0) > 0);
}
