import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';

/** Decodes a `dcb` response with this dictionary, like a browser (RFC 9842, 4). */
export function readDcb(body: Buffer, dictionary: Buffer): Buffer {
  expect(body.subarray(0, 4).toString('hex')).toBe('ff444342');
  expect(body.subarray(4, 36).equals(dictionaryHash(dictionary))).toBe(true);
  return brotliDecompressSync(body.subarray(36), { dictionary } as object);
}

/** The request headers of a browser with a dictionary that accepts only `dcb` (RFC 9842, 2.2). */
export function holding(dictionary: Buffer): Record<string, string> {
  const hash = dictionaryHash(dictionary).toString('base64');
  return { 'accept-encoding': 'dcb', 'available-dictionary': `:${hash}:` };
}

function dictionaryHash(dictionary: Buffer): Buffer {
  return createHash('sha256').update(dictionary).digest();
}
