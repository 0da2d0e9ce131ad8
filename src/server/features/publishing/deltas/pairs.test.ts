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

test('files are paired by their role, not by name', () => {
  expect(deltaPairs([file('new')], [[file('old')], [file('older')]])).toEqual([
    { sha256: 'new', dictionary: 'old' },
    { sha256: 'new', dictionary: 'older' },
    { sha256: 'new', dictionary: 'new' },
  ]);
});

test('unchanged files need no delta', () => {
  expect(deltaPairs([file('same')], [[file('same')]])).toEqual([{ sha256: 'same', dictionary: 'same' }]);
  const video = { role: null, path: 'StreamingAssets/world.bin' };
  expect(deltaPairs([file('a', video)], [[file('a', video)]])).toEqual([]);
  expect(deltaPairs([file('b', video)], [[file('a', video)]])).toEqual([{ sha256: 'b', dictionary: 'a' }]);
});

test('added files are compared with the previous version, the largest first', () => {
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
])('a file that is %s has no delta', (_name, facts) => {
  expect(deltaPairs([file('new', facts)], [[file('old', facts)]])).toEqual([]);
});

test('a build with two data files for different devices has no delta for them', () => {
  const both = [file('a'), file('b', { path: 'Build/mobile.data' })];
  expect(deltaPairs(both, [[file('old')]])).toEqual([]);
  expect(deltaPairs([file('new')], [both])).toEqual([{ sha256: 'new', dictionary: 'new' }]);
});

test('a creator’s file with the name of a Unity part has none and does not affect the part', () => {
  const build = (name: string) => [file(name), file(`own ${name}`, { role: null, path: 'data' })];
  expect(deltaPairs(build('new'), [build('old')])).toEqual(deltaPairs([file('new')], [[file('old')]]));
});

test('a file served under two names is paired once', () => {
  const twice = (sha256: string) => [file(sha256), file(sha256, { path: 'build/A.DATA' })];
  expect(deltaPairs(twice('new'), [twice('old')])).toEqual(deltaPairs([file('new')], [[file('old')]]));
});
