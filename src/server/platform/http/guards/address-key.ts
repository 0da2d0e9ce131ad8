import { normalizeIP } from '@fastify/rate-limit';

/** A network of IPv6 addresses that one household or machine commonly has to itself. */
const ipv6Subnet = 56;

/** What requests and connections of one address are counted by: the address, or of IPv6 its /56. */
export function addressKey(address: string): string {
  return normalizeIP(address, ipv6Subnet);
}
