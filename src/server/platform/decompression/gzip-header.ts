import { crc32 } from 'node:zlib';

const fixedBytes = 10;
/** Flags of optional parts, in order (RFC 1952, 2.3.1). Higher bits are reserved and must be 0. */
const [hasHeaderChecksum, hasExtra, hasName, hasComment, reserved] = [0x02, 0x04, 0x08, 0x10, 0xe0];

/**
 * The length of a gzip header in bytes.
 * @param head the first bytes of the file
 * @returns null for an invalid or incomplete header
 */
export function gzipHeaderLength(head: Buffer): number | null {
  const flags = head[3] ?? reserved;
  const isGzip = head.length >= fixedBytes && head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
  if (!isGzip || (flags & reserved) !== 0) return null;
  let at = fixedBytes;
  if ((flags & hasExtra) !== 0) {
    if (head.length < at + 2) return null;
    at += 2 + head.readUInt16LE(at);
  }
  for (const text of [hasName, hasComment]) {
    if ((flags & text) === 0) continue;
    const end = head.indexOf(0, at);
    if (end < 0) return null;
    at = end + 1;
  }
  if ((flags & hasHeaderChecksum) !== 0) {
    if (head.length < at + 2 || head.readUInt16LE(at) !== (crc32(head.subarray(0, at)) & 0xffff)) return null;
    at += 2;
  }
  return at <= head.length ? at : null;
}
