import type { Register } from '#server/app.ts';
import { addressKey } from '#server/platform/http/guards/address-key.ts';
import { applicationEventsPath } from '#shared/apps/app-events.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { EventStream } from './stream.ts';
import { EventStreams } from './streams.ts';

/** When the client last loaded the list, in milliseconds; null without that parameter. */
function seenAtOf(url: string): number | null {
  const since = Number(new URLSearchParams(url.split('?')[1]).get('since') ?? Number.NaN);
  return Number.isFinite(since) ? since : null;
}

export const registerApplicationEvents: Register = (http, context) => {
  const streams = new EventStreams(context);
  // Otherwise Flux would wait for them when it stops.
  http.fastify.addHook('preClose', async () => streams.close());
  http.fastify.get(applicationEventsPath, { exposeHeadRoute: false }, async (request, reply) => {
    const { accept = '', 'sec-fetch-site': site = 'same-origin' } = request.headers;
    if (!accept.includes('text/event-stream'))
      throw new FluxError(
        'invalid_input',
        'This address tells of changes as text/event-stream. Please accept that.',
      );
    // A build on a neighbouring host could not read it, and would use up its player's streams.
    if (site !== 'same-origin') throw new FluxError('cross_site');
    const requester = await http.viewerOf(request);
    const release = await streams.reserve(requester, addressKey(request.ip));
    const { raw } = reply;
    if (raw.closed) release();
    else raw.once('close', release);
    const viewer = await streams.trackViewer(requester);
    reply.hijack();
    // Its reader may have gone while it was looked up who that is.
    if (raw.destroyed) return;
    const stream = new EventStream(viewer, raw, seenAtOf(request.url));
    raw.once('close', () => streams.remove(stream));
    // No proxy that knows this header keeps events back.
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    streams.add(stream);
  });
};
