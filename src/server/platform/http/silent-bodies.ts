import { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** No connection that works pauses for this long in the middle of a body. */
const defaultSilenceMs = 60_000;

/**
 * Cuts off whoever announces a body and then stops sending it; such requests cost nothing to open and would
 * otherwise be waited for without end. How long a body takes while it moves is not limited, nor is the answer.
 */
export function cutSilentBodies(fastify: FastifyInstance, silenceMs: number = defaultSilenceMs): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    // What Flux asks itself, as the local sign-in does, comes over no connection.
    if (!(raw instanceof IncomingMessage)) return;
    if (raw.complete || (coding === undefined && Number(length ?? 0) === 0)) return;
    raw.setTimeout(silenceMs, () => raw.destroy());
    // Whoever has sent all may wait in silence for an answer that takes its time.
    raw.once('end', () => raw.setTimeout(0));
  });
}
