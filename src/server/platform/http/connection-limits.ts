import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** Each connection costs memory and a file descriptor. */
const maxConnections = 2_000;
/**
 * A classroom behind one address opens about ten connections a browser; no single address keeps out everybody else.
 */
const defaultMaxPerAddress = 500;
/** A network of IPv6 addresses that one household or machine commonly has to itself. */
const ipv6Subnet = 56;

/**
 * Peers that bring the connections of many: the trusted proxies, and this machine itself.
 * @param proxies addresses or CIDR ranges
 */
export function peersOfMany(proxies: readonly string[]): BlockList {
  const peers = new BlockList();
  for (const range of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(prefix), family);
  }
  return peers;
}

/** Closes at once what comes beyond the limits; connections that are open are left alone. */
export function limitConnections(
  server: Server,
  exempt: BlockList,
  maxPerAddress: number = defaultMaxPerAddress,
): void {
  server.maxConnections = maxConnections;
  const open = new Map<string, number>();
  // Before the server's own listener, so that nothing is read from what is closed.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: peer } = socket;
    // Gone already.
    if (peer === undefined || exempt.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return;
    const address = normalizeIP(peer, ipv6Subnet);
    const count = open.get(address) ?? 0;
    if (count >= maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
