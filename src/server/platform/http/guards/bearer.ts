import type { FastifyRequest } from 'fastify';

/** The token of an `Authorization: Bearer` header, which counts only where the endpoint takes one; else undefined. */
export function bearerToken({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (!routeOptions.config?.endpoint?.bearer) return undefined;
  const found = /^Bearer(?: +(?<token>.*))?$/i.exec(headers.authorization ?? '');
  return found === null ? undefined : (found.groups?.token ?? '');
}

/** What a 401 tells of how to authenticate (RFC 6750); null where the endpoint takes no token. */
export function challengeOf(request: FastifyRequest): string | null {
  if (!request.routeOptions.config?.endpoint?.bearer) return null;
  return bearerToken(request) === undefined
    ? 'Bearer realm="Flux"'
    : 'Bearer realm="Flux", error="invalid_token"';
}
