import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A range of addresses (RFC 4632), such as `10.0.0.0/8`; a single address is a range of one. */
type Range = string;

/** Ranges that IANA's registries do not call globally reachable, and Azure's address for its virtual machines. */
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
 * Whether an IP address is not on the public internet: this machine, its networks, private, link-local, shared,
 * multicast or reserved ranges, or one of these embedded in an IPv6 address.
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

/** `address` in any notation that `isIP` accepts. */
export function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function isReserved(address: string): boolean {
  if (isIPv4(address)) return contains(internal4, address);
  // An address with a zone belongs to a network of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return true;
  const groups = groupsOf(address);
  const embedding = embeddings.find((begin) => begin.every((group, index) => groups[index] === group));
  if (embedding) return isInternal(dotted(groups, embedding.length));
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
    // A tunnel may claim half of the internet.
    if (prefix >= (type === 'ipv4' ? 16 : 48)) list.addSubnet(address, prefix, type);
  }
  return list;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes every notation to hexadecimal groups with at most one `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

function dotted(groups: number[], from: number): string {
  const [high = 0, low = 0] = groups.slice(from);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
