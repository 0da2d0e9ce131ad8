/** Offset of the modification time in a gzip header (RFC 1952, 2.3.1), in bytes. */
export const gzipTimeAt = 4;
export const gzipTimeBytes = 4;

/**
 * The modification time of a gzip file, in seconds; null for other files. Compressing the same content again
 * changes only this time, so files are compared as if it was 0.
 * @param head the first bytes of the file, at least eight if it has as many
 */
export function gzipTimeOf(head: Uint8Array): number | null {
  if (head.length < gzipTimeAt + gzipTimeBytes || head[0] !== 0x1f || head[1] !== 0x8b || head[2] !== 8)
    return null;
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(gzipTimeAt, true);
}
