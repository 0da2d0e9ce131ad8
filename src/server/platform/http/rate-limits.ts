import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A count of its own for what is dear or worth guessing at. */
    counted?: 'sign-in';
  }
}

export interface RateLimits {
  /** Requests a minute. Each server process counts its own. */
  apiPerAddress: number;
  apiPerAccount: number;
  signInPerAddress: number;
}

/** Far above what a person, a classroom behind one address or a resumed upload needs, and below what hurts. */
export const defaultRateLimits: RateLimits = {
  apiPerAddress: 1_200,
  apiPerAccount: 900,
  signInPerAddress: 300,
};

/** A network of IPv6 addresses that one household or machine commonly has to itself. */
const ipv6Subnet = 56;

/**
 * Counts requests to the API and to sign-in, by address and by account. The address is the peer's, or what a
 * trusted proxy says; a header from anybody else does not move it.
 * @param accountOf the id of whoever is signed in, or null
 */
export async function limitRates(
  fastify: FastifyInstance,
  accountOf: (request: FastifyRequest) => Promise<string | null>,
  limits: RateLimits = defaultRateLimits,
): Promise<void> {
  await fastify.register(rateLimit, { global: false, cache: 10_000 });
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string | Promise<string>) =>
    fastify.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  const addressOf = (request: FastifyRequest) => normalizeIP(request.ip, ipv6Subnet);
  const apiByAddress = limit(limits.apiPerAddress, addressOf);
  const signInByAddress = limit(limits.signInPerAddress, addressOf);
  const apiByAccount = limit(limits.apiPerAccount, async (request) => (await accountOf(request)) ?? '');
  fastify.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.counted === 'sign-in') return count(signInByAddress, request);
    if (!request.url.startsWith('/api/')) return;
    await count(apiByAddress, request);
    if ((await accountOf(request)) !== null) await count(apiByAccount, request);
  });
}

async function count(
  limit: ReturnType<FastifyInstance['createRateLimit']>,
  request: FastifyRequest,
): Promise<void> {
  const result = await limit(request);
  if (result.isAllowed || !result.isExceeded) return;
  throw new FluxError('too_many_requests', undefined, {
    retryAfterSeconds: Math.max(1, result.ttlInSeconds),
  });
}
