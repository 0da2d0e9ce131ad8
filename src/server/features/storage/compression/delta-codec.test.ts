import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  deltaDecoder,
  deltaEncoder,
  deltaEncodingFor,
  deltaHead,
  requireDictionaries,
} from './delta-codec.ts';

const megabyte = 1_048_576;
const dictionary = randomBytes(3 * megabyte);
const next = Buffer.concat([
  dictionary.subarray(0, megabyte),
  randomBytes(1_000),
  dictionary.subarray(megabyte),
]);

test.each(['dcb', 'dcz'] as const)('%s contains the changes and needs its dictionary', async (encoding) => {
  const encoder = deltaEncoder(encoding, next.length, dictionary);
  encoder.end(next);
  const packed = await buffer(encoder);
  expect(packed.length).toBeLessThan(2_500);
  const read = (by: Buffer) => {
    const decoder = deltaDecoder(encoding, by);
    decoder.end(packed);
    return buffer(decoder);
  };
  expect((await read(dictionary)).equals(next)).toBe(true);
  const wrong = await read(randomBytes(dictionary.length)).catch(() => Buffer.alloc(0));
  expect(wrong.equals(next)).toBe(false);
});

test('the header follows RFC 9842, with the hash of the dictionary', () => {
  const sha256 = '0123456789abcdef'.repeat(4);
  const head = (encoding: string) => deltaHead({ encoding, dictionary: { sha256 } }).toString('hex');
  expect(head('dcb')).toBe(`ff444342${sha256}`);
  // A skippable zstd frame (RFC 8878, 3.1.2) with 32 bytes of content.
  expect(head('dcz')).toBe(`5e2a4d1820000000${sha256}`);
  expect(() => head('br')).toThrow('without a dictionary');
});

test.each([
  [10, 64, 'dcb'],
  [500, 64, 'dcb'],
  [80, 65, 'dcz'],
  [82, 65, null],
])('%i MB with a dictionary of %i MB: %s', (size, dictionarySize, encoding) => {
  expect(deltaEncodingFor(size * megabyte, dictionarySize * megabyte)).toBe(encoding);
});

test('this Node supports dictionaries', () => {
  expect(requireDictionaries).not.toThrow();
});
