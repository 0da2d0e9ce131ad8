import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';

/** What a browser makes of an answer in `dcb` that holds this dictionary (RFC 9842, 4). */
export function readDcb(body: Buffer, dictionary: Buffer): Buffer {
  expect(body.subarray(0, 4).toString('hex')).toBe('ff444342');
  expect(body.subarray(4, 36).equals(dictionaryHash(dictionary))).toBe(true);
  return brotliDecompressSync(body.subarray(36), { dictionary } as object);
}

/** What a browser asks with that holds a dictionary and takes nothing else but `dcb` (RFC 9842, 2.2). */
export function holding(dictionary: Buffer): Record<string, string> {
  const hash = dictionaryHash(dictionary).toString('base64');
  return { 'accept-encoding': 'dcb', 'available-dictionary': `:${hash}:` };
}

function dictionaryHash(dictionary: Buffer): Buffer {
  return createHash('sha256').update(dictionary).digest();
}
