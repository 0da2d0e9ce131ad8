import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** A range of addresses (RFC 4632), such as `10.0.0.0/8`; a single address is a range of one. */
type Range = string;

/** What IANA's registries do not call globally reachable, and the address at which Azure's hosts answer their guests. */
const internalRanges4: Range[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The reserved parts of 2000::/3; all addresses outside of it are internal. */
const internalRanges6: Range[] = ['2001::/23', '2001:db8::/32', '3fff::/20'];

/** Prefixes of IPv6 addresses that embed an IPv4 address: compatible, mapped, translated, NAT64, 6to4. */
const embeddings = [
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x2002],
];

const internal4 = rangesOf(internalRanges4);
const internal6 = rangesOf(internalRanges6);
const global6 = rangesOf(['2000::/3']);

/**
 * Whether an IP address leads anywhere else than to the open internet: to this machine, to the networks it is attached
 * to, to private, link-local, shared, multicast or reserved ones, or to one of these within an IPv6 address.
 */
export function isInternal(address: string): boolean {
  return isReserved(address) || contains(attached(), address);
}

export function rangesOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** `address` may be written in any way that `isIP` takes. */
export function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function isReserved(address: string): boolean {
  if (isIPv4(address)) return contains(internal4, address);
  // An address with a zone is one of a network at this machine.
  if (isIP(address) !== 6 || address.includes('%')) return true;
  const groups = ipaddr.IPv6.parse(address).parts;
  const embedding = embeddings.find((begin) => begin.every((group, index) => groups[index] === group));
  if (embedding) {
    const [high = 0, low = 0] = groups.slice(embedding.length);
    return isInternal(new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]).toString());
  }
  return !contains(global6, address) || contains(internal6, address);
}

/** The networks of this machine's interfaces. They may change, so they are read each time. */
function attached(): BlockList {
  const list = new BlockList();
  for (const { address, cidr, family } of Object.values(networkInterfaces()).flatMap(
    (found) => found ?? [],
  )) {
    const type = family === 'IPv4' ? 'ipv4' : 'ipv6';
    list.addAddress(address, type);
    const prefix = Number(cidr?.split('/')[1]);
    // A tunnel may claim half of the internet for itself.
    if (prefix >= (type === 'ipv4' ? 16 : 48)) list.addSubnet(address, prefix, type);
  }
  return list;
}
