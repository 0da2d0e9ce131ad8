import type { IncomingMessage, ServerResponse } from 'node:http';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../context.ts';
import { Meter } from '../features/usage/meter.ts';
import { isDatabaseUnavailable } from '../platform/db/unreachable.ts';
import type { ContentHandler } from '../platform/http/guards/guards.ts';
import { EventLoopThrottle } from '../platform/processes/event-loop-throttle.ts';
import { AccessCache } from './access/access-cache.ts';
import { createPlayCookies } from './access/cookies.ts';
import type { Headers } from './access/protection.ts';
import { createSealers } from './access/tickets.ts';
import { EncodedBlobCache } from './bytes/encoded-blob-cache.ts';
import { ManifestCache } from './bytes/manifest-cache.ts';
import { RawResponseCache } from './bytes/raw-response-cache.ts';
import { deliver } from './deliver.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { MissingFiles } from './pages/missing-files.ts';
import { refuse } from './pages/refuse.ts';
import { ThemePages } from './pages/theme/theme-pages.ts';
import { createContentAddresses } from './routing/content-address.ts';
import { resolveContentRequest } from './routing/resolve.ts';
import { opensPage } from './routing/version-resolution.ts';

/** Serves uploaded builds, each application on its own origin or on an opaque one below Flux's host. */
export interface ContentDelivery extends ContentHandler {
  /** As of `RawResponseCache`. */
  endRawResponses(): Promise<void>;
}

/**
 * Content requests that start in one turn of the event loop, which takes one or two milliseconds. When hundreds of players
 * request files at once, an API call still gets its turns.
 */
const requestsPerTurn = 16;

/** Of all processes together. */
const rawResponseBytes = 16_777_216;

export function createContentDelivery(context: Context, { meter = new Meter() } = {}): ContentDelivery {
  const sealers = createSealers(context);
  const addresses = createContentAddresses(context.config, sealers);
  const delivery: DeliveryContext = {
    context,
    manifestCache: new ManifestCache(context),
    missingFiles: new MissingFiles(context),
    themes: new ThemePages(context.config),
    blobCache: new EncodedBlobCache(context),
    rawResponses: new RawResponseCache(rawResponseBytes / context.config.processes),
    accessCache: new AccessCache(context),
    sealers,
    cookies: createPlayCookies(context.config),
    meter,
  };
  const throttle = new EventLoopThrottle(() => requestsPerTurn);
  return {
    owns: addresses.owns,
    handle: (request, response) => {
      delivery.rawResponses.begin(request);
      const address = addresses.read(request);
      if (address === null) return refuse(delivery, response, 404);
      const start = () => {
        // The client may have disconnected during the wait.
        if (response.destroyed) return;
        resolveContentRequest(delivery, address, request)
          .then((resolution) => deliver(delivery, request, response, resolution))
          .catch((error: unknown) => fail(delivery, request, response, error));
      };
      const turn = throttle.take(1);
      if (turn === null) start();
      else void turn.then(start);
    },
    endRawResponses: () => delivery.rawResponses.end(),
  };
}

/** Seconds until a player should retry while a storage or the database is unavailable. */
const retrySeconds = 10;

function fail(
  delivery: DeliveryContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  // The client disconnected, which is no failure of the server.
  if (response.destroyed) return;
  const isAway =
    (error instanceof FluxError && error.code === 'storage_unavailable') || isDatabaseUnavailable(error);
  if (isAway)
    delivery.context.log.warn({ err: error }, 'the storage of a file, or the database, cannot be reached');
  else delivery.context.log.error({ err: error }, 'content request failed');
  if (response.headersSent) {
    response.destroy();
  } else if (isAway) {
    const again: Headers = opensPage(request.headers) ? { Refresh: retrySeconds } : {};
    refuse(delivery, response, 503, { headers: { 'Retry-After': retrySeconds, ...again } });
  } else {
    refuse(delivery, response, 500);
  }
}
