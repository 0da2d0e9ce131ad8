import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/contract/errors.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import { addressKey } from './address-key.ts';
import { isAskedByAnotherSite } from './origin-check.ts';
import { routedPath } from './request-target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A count of its own for what is dear: rows that a visitor makes us keep, builds that we have to read or look up. */
    counted?: 'sign-in' | 'upload';
  }
}

export interface RateLimits {
  /** Requests a minute; all processes of this Flux count together. */
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
 * - a build is compared with what is there, announced and published, which counts three times: 120 are forty builds a
 *   minute for each of them, by the command line too. How many are under way at once is limited besides (`FormSlots`,
 *   `maxOpenUploads`).
 */
export const defaultRateLimits: RateLimits = {
  apiPerAddress: 1_200,
  apiPerAccount: 900,
  signInPerAddress: 120,
  signInPerNetwork: 480,
  signIn: 6_000,
  uploadsPerAccount: 120,
};

/** The /24 of an IPv4 address, the /48 of any other: what is commonly given to one customer as a whole. */
export function networkOf(address: string): string {
  const { groups } = /^(?:::ffff:)?(?<network>(?:\d{1,3}\.){3})\d{1,3}$/.exec(address) ?? {};
  return groups?.network ?? normalizeIP(address, 48);
}

const windowMs = 60_000;

interface Limit {
  name: string;
  max: number;
  keyOf(request: FastifyRequest): string;
}

/**
 * Counts requests to the API and to sign-in, by address and by account. The address is the peer's, or what a
 * trusted proxy says; a header from anybody else does not move it. What a page of another site makes its visitor's browser
 * ask is refused, so that it uses up nothing of theirs.
 * @param accountOf the id of whoever is signed in, or null
 */
export function limitRates(
  fastify: FastifyInstance,
  sharedLimits: SharedLimits,
  accountOf: (request: FastifyRequest) => Promise<string | null>,
  limits: RateLimits,
): void {
  const addressOf = (request: FastifyRequest) => addressKey(request.ip);
  // In this order, so that a flood that is refused uses up nothing of what others have.
  const signIn: Limit[] = [
    { name: 'sign-in of an address', max: limits.signInPerAddress, keyOf: addressOf },
    { name: 'sign-in of a network', max: limits.signInPerNetwork, keyOf: (request) => networkOf(request.ip) },
    { name: 'sign-in', max: limits.signIn, keyOf: () => 'all' },
  ];
  const api: Limit = { name: 'calls of an address', max: limits.apiPerAddress, keyOf: addressOf };
  const count = async ({ name, max }: Pick<Limit, 'name' | 'max'>, key: string) => {
    const counted = await sharedLimits.count(name, key, windowMs);
    if (counted.count <= max) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(counted.leftMs / 1000));
    throw new FluxError('too_many_requests', undefined, { retryAfterSeconds });
  };
  fastify.addHook('onRequest', async (request) => {
    const { counted } = request.routeOptions.config ?? {};
    if (counted !== 'sign-in' && !routedPath(request).startsWith('/api/')) return;
    // Nobody's visitors pay for what they did not ask.
    if (isAskedByAnotherSite(request.headers)) throw new FluxError('cross_site');
    if (counted === 'sign-in') {
      for (const limit of signIn) await count(limit, limit.keyOf(request));
      return;
    }
    await count(api, api.keyOf(request));
    const account = await accountOf(request);
    if (account === null) return;
    await count({ name: 'calls of an account', max: limits.apiPerAccount }, account);
    if (counted === 'upload')
      await count({ name: 'uploads of an account', max: limits.uploadsPerAccount }, account);
  });
}
