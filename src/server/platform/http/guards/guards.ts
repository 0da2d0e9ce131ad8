import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { Log } from '../../telemetry/log.ts';
import { limitConnections, trustedPeers } from '../connections/connection-limits.ts';
import { limitHeaders } from '../connections/header-limits.ts';
import { maxHeaderBytes } from '../connections/header-overflow.ts';
import { boundPipelining } from '../connections/pipelining.ts';
import { type SlowConnectionOptions, SlowConnections } from '../connections/slow-connections.ts';
import { hasOneHost } from './host-check.ts';
import { checkOrigins } from './origin-check.ts';
import {
  type RefusalPage,
  refuseServiceWorkers,
  removePlantedCookies,
  requireOwnHost,
  requirePlainTarget,
  setBaseHeaders,
} from './own-host.ts';
import { limitRates, type RateLimits } from './rate-limits.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers a request itself, or calls `next`. */
export type Guard = (next: Handler) => Handler;

/** Answers the requests that it owns, in place of the router. */
export interface ContentHandler {
  owns(request: IncomingMessage): boolean;
  handle: Handler;
}

export interface GuardOptions {
  publicUrl: string;
  trustedProxies: readonly string[];
  /** Number of worker processes. */
  processes: number;
  sharedLimits: SharedLimits;
  log: Log;
  content: ContentHandler;
  refusalPage: RefusalPage;
  /** Per process; see `limitConnections`. */
  maxConnections?: number | undefined;
  slowConnections?: SlowConnectionOptions | undefined;
}

/** The HTTP server with the guards of every connection and request, in order, before the router. */
export function createGuardedServer(options: GuardOptions, router: Handler): Server {
  const { publicUrl, content, refusalPage } = options;
  const slowConnections = new SlowConnections(options.log, options.slowConnections);

  const guards: Guard[] = [
    // Every host.
    (next) => slowConnections.follow(next),
    boundPipelining,
    limitHeaders(publicUrl),
    deliverContent(content),
    // Flux's own host.
    setBaseHeaders(publicUrl),
    requirePlainTarget,
    removePlantedCookies(publicUrl),
    requireOwnHost(publicUrl, refusalPage),
    refuseServiceWorkers,
  ];

  const handler = guards.reduceRight((next, guard) => guard(next), router);
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      requestTimeout: 0,
      // Nearly all requests announce no body, and need no stream to read one.
      optimizeEmptyRequests: true,
    },
    handler,
  );
  const { sharedLimits, processes, maxConnections: maxPerProcess } = options;
  limitConnections(server, sharedLimits, trustedPeers(options.trustedProxies), processes, { maxPerProcess });
  slowConnections.watch(server);
  return server;
}

/**
 * The guards of every route, in order, before its handler. `Http` then checks session and role, and parses the input.
 * @param accountOf the id of the signed-in user, or null
 */
export function guardRoutes(
  fastify: FastifyInstance,
  { publicUrl, sharedLimits }: Pick<GuardOptions, 'publicUrl' | 'sharedLimits'>,
  accountOf: (request: FastifyRequest) => Promise<string | null>,
  rateLimits: RateLimits,
): void {
  checkOrigins(fastify, publicUrl);
  limitRates(fastify, sharedLimits, accountOf, rateLimits);
}

/** Requests to a content origin never reach the router. */
function deliverContent(content: ContentHandler): Guard {
  return (next) => (request, response) =>
    content.owns(request) && hasOneHost(request)
      ? content.handle(request, response)
      : next(request, response);
}
