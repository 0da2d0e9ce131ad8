/** Where a gzip file says when it was made (RFC 1952, 2.3.1), in bytes from its start. */
export const gzipTimeAt = 4;
export const gzipTimeBytes = 4;

/**
 * When a gzip file says that it was made, in seconds; null for what is no gzip file. Whoever compresses the same content
 * again writes another time into it and changes nothing else, so files are compared as if it was 0.
 * @param head the first bytes of the file, eight at least where it has as many
 */
export function gzipTimeOf(head: Uint8Array): number | null {
  if (head.length < gzipTimeAt + gzipTimeBytes || head[0] !== 0x1f || head[1] !== 0x8b || head[2] !== 8)
    return null;
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(gzipTimeAt, true);
}
