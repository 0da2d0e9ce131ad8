import { expect, test } from 'vitest';
import { generations } from '#fixtures/generations.ts';
import { makeTree } from '#fixtures/tree.ts';
import { makeZip } from '#fixtures/zip.ts';
import type { BuildTree } from '../tree.ts';
import { readBuffer } from './testing.ts';

const facts = ({ files }: BuildTree): unknown[] =>
  files.map(({ path, size, sha256, storedSize, storedEncoding }) => ({
    path,
    size,
    sha256,
    storedSize,
    storedEncoding,
  }));

test.each(Object.entries(generations))('a zip of Unity %s is read as the original files', async (_, make) => {
  const entries = await make();
  const { tree } = await readBuffer(makeZip(entries));
  expect(facts(tree)).toEqual(facts(makeTree(entries)));
  expect(tree.warnings).toEqual([]);
});
