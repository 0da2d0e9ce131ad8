import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** No connection that works pauses for so long in the middle of a body. */
const defaultSilenceMs = 60_000;
/** What holds no files is 1 MiB at most, and comes whole within this time over any line that people play games over. */
const defaultBodyMs = 60_000;
/** Nor does anybody who wants an answer read nothing of it for so long. */
const defaultStallMs = 120_000;

/**
 * Cuts off whoever announces a body and then stops sending it, and whoever reads nothing of an answer that waits for them;
 * such requests cost nothing to open, and what they hold would otherwise be held without end. How long files or an answer
 * take while they move is not limited, nor how long an answer is worked on; a body that holds no files has a time to be
 * there.
 */
export function cutSilentPeers(
  fastify: FastifyInstance,
  { silenceMs = defaultSilenceMs, stallMs = defaultStallMs, bodyMs = defaultBodyMs } = {},
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
    if (!holdsFiles(request.headers)) {
      const late = setTimeout(() => request.destroy(), bodyMs);
      for (const end of ['end', 'close']) request.once(end, () => clearTimeout(late));
    }
    // Whoever has sent all may wait in silence for an answer that takes its time.
    request.once('end', () => socket.setTimeout(stallMs));
  });
}

function expectsBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && announcesBody(headers);
}

/** Whether a request says that it has a body. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length ?? 0) > 0;
}

/** Forms and the parts of uploads. */
function holdsFiles({ 'content-type': type }: IncomingHttpHeaders): boolean {
  return /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i.test(type ?? '');
}
