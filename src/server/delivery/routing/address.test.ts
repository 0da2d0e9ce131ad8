import { expect, test } from 'vitest';
import { contentOf, dictionaryPattern, immutableAddress, type ServedFile } from './address.ts';

const sha256 = 'ab'.repeat(32);
const data: ServedFile = {
  path: 'Build/a.data',
  sha256,
  size: 1_000_000,
  contentType: 'application/octet-stream',
  role: 'data',
  encodable: true,
};
const film: ServedFile = { ...data, path: 'a film/1.mp4', contentType: 'video/mp4', role: null };

test('an immutable address is another one with each generation, and that of the first is the one of before', () => {
  expect(immutableAddress(data, 1)).toBe(`/_flux/${sha256}/data`);
  expect(immutableAddress(data, 2)).toBe(`/_flux/${sha256}.2/data`);
  expect(immutableAddress(film, 13)).toBe(`/_flux/${sha256}.13/a%20film/1.mp4`);
  expect(immutableAddress({ ...data, size: 10 }, 2)).toBeNull();
});

test('whichever generation an address is of, it says the same content', () => {
  for (const generation of [1, 2, 13]) {
    const [, , said = ''] = immutableAddress(data, generation)?.split('/') ?? [];
    expect(contentOf(said)).toBe(sha256);
  }
});

test('what a browser holds from one generation is a dictionary for every other', () => {
  const origin = 'http://abc.flux.localhost:3000';
  const pattern = new URLPattern(dictionaryPattern(data) ?? '', origin);
  for (const generation of [1, 2, 13])
    expect(pattern.test(immutableAddress(data, generation) ?? '', origin)).toBe(true);
  expect(pattern.test(`/_flux/${sha256}.2/wasm`, origin)).toBe(false);
});
