import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import { addressKey } from '../guards/address-key.ts';

/** Each costs memory and a file descriptor. */
const maxOfEachProcess = 2_000;
/**
 * A classroom behind one address opens about ten connections a browser; no single address keeps out everybody else.
 */
const defaultMaxPerAddress = 500;

/**
 * Peers that bring the connections of many: the trusted proxies, and this machine itself.
 * @param proxies addresses or CIDR ranges
 */
export function trustedPeers(proxies: readonly string[]): BlockList {
  const peers = new BlockList();
  for (const range of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(prefix), family);
  }
  return peers;
}

/**
 * Closes at once what comes beyond the limits. `SlowConnections` keeps places free below the limit of a process.
 * @param processes how many accept from the same queue. While there is little to do one of them accepts nearly all, so each
 * may take what all of them are good for.
 */
export function limitConnections(
  server: Server,
  sharedLimits: SharedLimits,
  exempt: BlockList,
  processes: number,
  { maxPerProcess = maxOfEachProcess, maxPerAddress = defaultMaxPerAddress } = {},
): void {
  server.maxConnections = maxPerProcess * processes;
  // Where there are several processes each would hand it on to the next, and when all are full, round and round.
  Object.assign(server, { dropMaxConnection: true });
  // Before the server's own listener: where this process does the counting, nothing is read from what is closed.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: peer } = socket;
    // Gone already.
    if (peer === undefined || exempt.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return;
    const name = `connections of ${addressKey(peer)}`;
    void sharedLimits.tryAcquire([{ name, most: maxPerAddress }]).then((release) => {
      if (release === null) socket.destroy();
      else if (socket.closed) release();
      else socket.once('close', release);
    });
  });
}
