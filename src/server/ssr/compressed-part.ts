import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A shared part of a page, compressed once. */
export interface PagePart {
  plain: Buffer;
  deflated: Buffer;
}

export function compressEnd(text: string): PagePart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 7 }) };
}

/** Compresses a part that other parts follow. */
export function compressMiddle(text: string): PagePart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** The gzip header: deflate, no name, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * Joins a response's own beginning and compressed parts to one gzip body. All parts except the last end at a byte boundary,
 * and no part refers to another.
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
