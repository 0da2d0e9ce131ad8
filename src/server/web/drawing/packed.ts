import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The end of a page that is sent to many, packed once. */
export interface PageEnd {
  plain: Buffer;
  deflated: Buffer;
}

export function packEnd(text: string): PageEnd {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 7 }) };
}

/** A gzip file begins so: packed by deflate, no name, no time, whatever system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * A page as gzip has it, of a beginning that is this answer's own and an end that is packed already. The beginning ends at
 * a whole byte and refers to nothing after it, nor the end to anything before it, so that they can be joined.
 */
export function gzipOf(beginning: Buffer, { plain, deflated }: PageEnd): Buffer {
  const begun = deflateRawSync(beginning, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain, crc32(beginning)), 0);
  trailer.writeUInt32LE((beginning.length + plain.length) % 2 ** 32, 4);
  return Buffer.concat([gzipHeader, begun, deflated, trailer]);
}
