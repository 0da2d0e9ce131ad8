import type { IncomingMessage, ServerResponse } from 'node:http';
import { FluxError } from '#shared/contract/errors.ts';
import { isCertificateProof } from '#shared/files/junk.ts';
import type { Context } from '../context.ts';
import { Meter } from '../features/usage/meter.ts';
import { isDatabaseUnavailable } from '../platform/db/unreachable.ts';
import { EventLoopThrottle } from '../platform/processes/event-loop-throttle.ts';
import { AccessCache } from './access/access-cache.ts';
import { createPlayCookies } from './access/cookies.ts';
import { type Headers, noticeHeaders } from './access/protection.ts';
import { createSealers } from './access/tickets.ts';
import { EncodedBlobCache } from './bytes/encoded-blob-cache.ts';
import { ManifestCache } from './bytes/manifest-cache.ts';
import { RawResponseCache } from './bytes/raw-response-cache.ts';
import { type DeliveryContext, refuse } from './delivery-context.ts';
import { isEmptyPage, sendEmptyPage } from './pages/empty-page.ts';
import { MissingFiles } from './pages/missing-files.ts';
import { serveWorker } from './pages/service-worker.ts';
import { ThemePages } from './pages/theme/theme-pages.ts';
import { isOwnAddress, serveOwn } from './routing/internal-routes.ts';
import { createLocator, type Place } from './routing/place.ts';
import { parseTarget } from './routing/target.ts';
import { opensPage } from './routing/version-resolution.ts';
import { serveBuild } from './serve-build.ts';

/** Serves the uploaded builds, each app on an origin of its own or in an opaque one below Flux's host. */
export interface ContentHandler {
  /** Whether the request's address is one of uploaded content. */
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** As of `RawResponseCache`. */
  endRawResponses(): Promise<void>;
}

/**
 * Of content, in one turn of the event loop: a millisecond or two of it. A crowd asks for hundreds of files in the same one,
 * and whoever calls the API waits for several turns.
 */
const requestsPerTurn = 16;

/** Of requests that are known by their bytes; of several processes each has its share. */
const repeatsBytes = 16_777_216;

export function createContentHandler(context: Context, { meter = new Meter() } = {}): ContentHandler {
  const sealers = createSealers(context);
  const locator = createLocator(context.config, sealers);
  const delivery: DeliveryContext = {
    context,
    manifestCache: new ManifestCache(context),
    missingFiles: new MissingFiles(context),
    themes: new ThemePages(context.config),
    blobCache: new EncodedBlobCache(context),
    rawResponses: new RawResponseCache(repeatsBytes / context.config.processes),
    accessCache: new AccessCache(context),
    sealers,
    cookies: createPlayCookies(context.config),
    meter,
  };
  const turns = new EventLoopThrottle(() => requestsPerTurn);
  return {
    owns: locator.owns,
    handle: (request, response) => {
      delivery.rawResponses.begin(request);
      const place = locator.locate(request);
      if (place === null) return refuse(delivery, response, 404);
      const begin = () => {
        // Gone while it waited.
        if (response.destroyed) return;
        receive(delivery, place, request, response).catch((error: unknown) =>
          fail(delivery, request, response, error),
        );
      };
      const turn = turns.take(1);
      if (turn === null) begin();
      else void turn.then(begin);
    },
    endRawResponses: () => delivery.rawResponses.end(),
  };
}

async function receive(
  delivery: DeliveryContext,
  place: Place,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const shared = place.versionId !== null;
  if (request.method === 'OPTIONS' && shared) return allowReading(delivery, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // The body of what is refused is not waited for.
    return refuse(delivery, response, 405, { headers: { Allow: 'GET, HEAD', Connection: 'close' } });
  }
  if (request.headers['service-worker'] !== undefined)
    return shared ? refuse(delivery, response, 403) : serveWorker(delivery, request, response);
  const target = parseTarget(place.target);
  if (!target) return refuse(delivery, response, 400);
  // A certificate for the host is asked for by the operator alone, whatever a build has at that path.
  if (isCertificateProof(target.path)) return refuse(delivery, response, 404);
  if (isEmptyPage(target.path)) return sendEmptyPage(delivery.context.config, response, target.path);
  const known = delivery.manifestCache.app(place.appId);
  const app = known instanceof Promise ? await known : known;
  if (!app) return refuse(delivery, response, 404);
  const visit = { request, response, place, target, app };
  if (isOwnAddress(target.path)) return serveOwn(delivery, visit);
  return serveBuild(delivery, visit);
}

/** To an opaque origin every file is another origin's, and Unity's loaders ask for them with conditions. */
function allowReading(delivery: DeliveryContext, response: ServerResponse): void {
  response.writeHead(204, {
    ...noticeHeaders(delivery.context.config),
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since, Range, Cache-Control, Pragma',
    'Access-Control-Max-Age': 7200,
  });
  response.end();
}

/** What a player is asked to wait while a storage or the database is away, in seconds. */
const retrySeconds = 10;

function fail(
  delivery: DeliveryContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  // Readers go away all the time; that is no failure of ours.
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
