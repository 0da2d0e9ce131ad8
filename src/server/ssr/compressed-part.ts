import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A part of a page that is sent to many, packed once. */
export interface PagePart {
  plain: Buffer;
  deflated: Buffer;
}

export function compressEnd(text: string): PagePart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 7 }) };
}

/** Of a part that others follow. */
export function compressMiddle(text: string): PagePart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** A gzip file begins so: packed by deflate, no name, no time, whatever system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * A page as gzip has it, of a beginning that is this answer's own and parts that are packed already. All but the last end
 * at a whole byte, and none refers to another, so that they can be joined.
 */
export function joinGzip(beginning: Buffer, parts: readonly PagePart[]): Buffer {
  const begun = deflateRawSync(beginning, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
  const trailer = Buffer.alloc(8);
  const plain = [beginning, ...parts.map((part) => part.plain)];
  const bytes = plain.reduce((sum, { length }) => sum + length, 0);
  trailer.writeUInt32LE(
    plain.reduce((sum, part) => crc32(part, sum), 0),
    0,
  );
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return Buffer.concat([gzipHeader, begun, ...parts.map(({ deflated }) => deflated), trailer]);
}
