import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/contract/errors.ts';
import { bearerToken } from './bearer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For calls from other servers, which carry their proof in the request and for which no cookie counts. */
    fromServers?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something. Builds live on hosts of the same site, so `SameSite` alone keeps
 * nobody out: the browser's own word (`Sec-Fetch-Site`) counts, and where it does not say, `Origin` must be ours.
 */
export function mayChange(
  method: string,
  headers: Record<string, string | string[] | undefined>,
  publicUrl: string,
): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicUrl : site === 'same-origin';
}

const framed = new Set(['iframe', 'frame', 'fencedframe', 'embed', 'object']);

/**
 * Whether a page of another site, or a build on a neighbouring host, makes its visitor's browser ask, for itself or in a
 * frame. A link that somebody follows is not that, nor is a program, which says none of this.
 */
export function isAskedByAnotherSite(headers: Record<string, string | string[] | undefined>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return mode !== 'navigate' || framed.has(String(destination));
}

/**
 * Whether a request is authenticated by a token alone, which no browser adds by itself as it does a cookie. Whatever a
 * browser says of its page still counts.
 */
function isTokenAlone(request: FastifyRequest): boolean {
  const { cookie, origin, 'sec-fetch-site': site } = request.headers;
  const isProgram = cookie === undefined && origin === undefined && site === undefined;
  return isProgram && bearerToken(request) !== undefined;
}

/** Refuses changes asked for by other sites, and compressed request bodies, before anything is read. */
export function checkOrigins(fastify: FastifyInstance, publicUrl: string): void {
  fastify.addHook('onRequest', async (request: FastifyRequest) => {
    const proves = request.routeOptions.config?.fromServers || isTokenAlone(request);
    if (!proves && !mayChange(request.method, request.headers, publicUrl)) throw new FluxError('cross_site');
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new FluxError('unsupported_type', 'Please send the request body without Content-Encoding.');
  });
}
