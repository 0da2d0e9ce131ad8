import { gzipTimeAt, gzipTimeBytes, gzipTimeOf } from '#shared/files/gzip-time.ts';
import { crc32 } from '#web/lib/files/crc32.ts';
import { Sha256 } from '#web/lib/files/sha256.ts';

export interface Digest {
  sha256: string;
  crc32: number;
  size: number;
  gzipTime: number | null;
}

/** The maximum bytes that are read before hashing. */
const headBytes = gzipTimeAt + gzipTimeBytes;

/**
 * Hashes a file in pieces; the modification time of a gzip file counts as 0.
 * @param onBytes called with the size of each piece
 */
export async function digestOf(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<Digest> {
  const hash = new Sha256();
  let [sum, size] = [0, 0];
  let head: Uint8Array | null = new Uint8Array();
  let gzipTime: number | null = null;
  const begin = (bytes: Uint8Array) => {
    gzipTime = gzipTimeOf(bytes);
    if (gzipTime === null) return hash.update(bytes);
    const timeless = bytes.slice();
    timeless.fill(0, gzipTimeAt, headBytes);
    hash.update(timeless);
  };
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    sum = crc32(value, sum);
    onBytes(value.length);
    if (head === null) hash.update(value);
    else {
      head = joined(head, value);
      if (head.length < headBytes) continue;
      begin(head);
      head = null;
    }
  }
  if (head !== null) begin(head);
  return { sha256: hash.digest(), crc32: sum, size, gzipTime };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
