import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A count of its own for what is dear: rows that a visitor makes us keep, builds that we have to read. */
    counted?: 'sign-in' | 'upload';
  }
}

export interface RateLimits {
  /** Requests a minute. Each server process counts its own. */
  apiPerAddress: number;
  apiPerAccount: number;
  signInPerAddress: number;
  /** Of all addresses of one network, however many of them somebody has. */
  signInPerNetwork: number;
  /** Of everybody. */
  signIn: number;
  uploadsPerAccount: number;
}

/**
 * Far above what people need and below what hurts. The measure is a class of thirty behind one address:
 * - each opens pages and has a large build under way, whose parts are a request each: 1,200 in all;
 * - a sign-in asks twice, four times with the local stand-in: 120 let all of them in within a minute. There is no
 *   password to guess, and a state or code has 256 random bits; what is limited is the rows that attempts leave,
 *   by address, by network (four such classes) and in all (a thousand and more people within a minute);
 * - a build is announced and then published, which counts twice: 120 are sixty builds a minute for each of them,
 *   by the command line too. How many are under way at once is limited besides (`FormSlots`, `maxOpenUploads`).
 */
export const defaultRateLimits: RateLimits = {
  apiPerAddress: 1_200,
  apiPerAccount: 900,
  signInPerAddress: 120,
  signInPerNetwork: 480,
  signIn: 6_000,
  uploadsPerAccount: 120,
};

/** A network of IPv6 addresses that one household or machine commonly has to itself. */
const ipv6Subnet = 56;

/** The /24 of an IPv4 address, the /48 of any other: what is commonly given to one customer as a whole. */
export function networkOf(address: string): string {
  const { groups } = /^(?:::ffff:)?(?<network>(?:\d{1,3}\.){3})\d{1,3}$/.exec(address) ?? {};
  return groups?.network ?? normalizeIP(address, 48);
}

/**
 * Counts requests to the API and to sign-in, by address and by account. The address is the peer's, or what a
 * trusted proxy says; a header from anybody else does not move it.
 * @param accountOf the id of whoever is signed in, or null
 */
export async function limitRates(
  fastify: FastifyInstance,
  accountOf: (request: FastifyRequest) => Promise<string | null>,
  limits: RateLimits,
): Promise<void> {
  await fastify.register(rateLimit, { global: false, cache: 10_000 });
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string | Promise<string>) =>
    fastify.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  const addressOf = (request: FastifyRequest) => normalizeIP(request.ip, ipv6Subnet);
  const account = async (request: FastifyRequest) => (await accountOf(request)) ?? '';
  const apiByAddress = limit(limits.apiPerAddress, addressOf);
  const signInByAddress = limit(limits.signInPerAddress, addressOf);
  const signInByNetwork = limit(limits.signInPerNetwork, (request) => networkOf(request.ip));
  const signInByAll = limit(limits.signIn, () => 'all');
  const apiByAccount = limit(limits.apiPerAccount, account);
  const uploadsByAccount = limit(limits.uploadsPerAccount, account);
  fastify.addHook('onRequest', async (request) => {
    const { counted } = request.routeOptions.config ?? {};
    if (counted === 'sign-in') {
      // In this order, so that a flood that is refused uses up nothing of what others have.
      for (const limit of [signInByAddress, signInByNetwork, signInByAll]) await count(limit, request);
      return;
    }
    if (!request.url.startsWith('/api/')) return;
    await count(apiByAddress, request);
    if ((await accountOf(request)) === null) return;
    await count(apiByAccount, request);
    if (counted === 'upload') await count(uploadsByAccount, request);
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
