import { expect, test } from 'vitest';
import type { ManifestFile } from '../builds/tree.ts';
import { deltaPairs, maxDictionaryBytes } from './pairs.ts';

const file = (sha256: string, facts: Partial<ManifestFile> = {}): ManifestFile => ({
  path: `Build/${sha256}.data`,
  sha256,
  size: 1_000_000,
  contentType: 'application/octet-stream',
  role: 'data',
  encodable: true,
  ...facts,
});

test('files are paired by what they are, whatever they are called', () => {
  expect(deltaPairs([file('new')], [[file('old')], [file('older')]])).toEqual([
    { sha256: 'new', dictionary: 'old' },
    { sha256: 'new', dictionary: 'older' },
    { sha256: 'new', dictionary: 'new' },
  ]);
});

test('what did not change needs nothing but itself, and what is asked for once not even that', () => {
  expect(deltaPairs([file('same')], [[file('same')]])).toEqual([{ sha256: 'same', dictionary: 'same' }]);
  const video = { role: null, path: 'StreamingAssets/world.bin' };
  expect(deltaPairs([file('a', video)], [[file('a', video)]])).toEqual([]);
  expect(deltaPairs([file('b', video)], [[file('a', video)]])).toEqual([{ sha256: 'b', dictionary: 'a' }]);
});

test('what a creator added is compared with the version before, and of very many files the largest are', () => {
  const own = (sha256: string, index: number) =>
    file(`${sha256}${index}`, { role: null, path: `StreamingAssets/${index}.bundle`, size: 300_000 + index });
  const many = (sha256: string) => Array.from({ length: 400 }, (_, index) => own(sha256, index));
  const pairs = deltaPairs(many('new'), [many('old'), many('older')]);
  expect(pairs).toHaveLength(300);
  expect(pairs[0]).toEqual({ sha256: 'new399', dictionary: 'old399' });
  expect(pairs.some(({ dictionary }) => dictionary.startsWith('older'))).toBe(false);
});

test.each<[string, Partial<ManifestFile>]>([
  ['too large', { size: maxDictionaryBytes + 1 }],
  ['too small', { size: 1_000 }],
  ['sent as it came', { encodable: false }],
  ['asked for by its own path', { role: 'loader' }],
  ['called by what means something in a pattern', { role: null, path: 'StreamingAssets/world (1).bin' }],
])('a file that is %s has none', (_name, facts) => {
  expect(deltaPairs([file('new', facts)], [[file('old', facts)]])).toEqual([]);
});

test('a build for two kinds of machine has two data files, and nobody knows which of them a player holds', () => {
  const both = [file('a'), file('b', { path: 'Build/mobile.data' })];
  expect(deltaPairs(both, [[file('old')]])).toEqual([]);
  expect(deltaPairs([file('new')], [both])).toEqual([{ sha256: 'new', dictionary: 'new' }]);
});

test('a creator’s own file that is called as a part of Unity’s has none, and takes none away from that part', () => {
  const build = (name: string) => [file(name), file(`own ${name}`, { role: null, path: 'data' })];
  expect(deltaPairs(build('new'), [build('old')])).toEqual(deltaPairs([file('new')], [[file('old')]]));
});

test('a file that is served under a second name, as a page spells it, is still one', () => {
  const twice = (sha256: string) => [file(sha256), file(sha256, { path: 'build/A.DATA' })];
  expect(deltaPairs(twice('new'), [twice('old')])).toEqual(deltaPairs([file('new')], [[file('old')]]));
});
