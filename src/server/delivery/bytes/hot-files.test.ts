import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockBytes, type HotFile, HotFiles } from './hot-files.ts';

let folder: string;
const contents = [randomBytes(2 * blockBytes + 5), randomBytes(blockBytes), randomBytes(3 * blockBytes)];
const pathOf = (index: number) => join(folder, String(index));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-hot-'));
  for (const [index, bytes] of contents.entries()) await writeFile(pathOf(index), bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function note(files: HotFiles, index: number): Promise<void> {
  return files.note(String(index), () => open(pathOf(index)), contents[index]?.length ?? 0);
}

function bytesOf(file: HotFile | null): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; ; index += 1) {
    const block = file?.block(index);
    if (!block) return Buffer.concat(blocks);
    blocks.push(block);
  }
}

test('a file is held in memory from the second time it is asked for, byte for byte', async () => {
  const files = new HotFiles(10 * blockBytes, 10 * blockBytes);
  for (const index of contents.keys()) {
    await note(files, index);
    expect(files.find(String(index))).toBeNull();
    await note(files, index);
    expect(bytesOf(files.find(String(index))).equals(contents[index] ?? Buffer.of())).toBe(true);
  }
});

test('what was not asked for longest is let go, also under a reader, who is told', async () => {
  const files = new HotFiles(4 * blockBytes, 4 * blockBytes);
  for (const index of [0, 0, 1, 1]) await note(files, index);
  const reader = files.find('0');
  expect(reader?.block(0)).toBeDefined();
  for (const index of [2, 2]) await note(files, index);
  expect(files.find('2')).not.toBeNull();
  expect(reader?.block(1)).toBeUndefined();
});

test('a file larger than the share of one is never held', async () => {
  const files = new HotFiles(10 * blockBytes, 2 * blockBytes);
  for (const index of [0, 0, 0]) await note(files, index);
  expect(files.find('0')).toBeNull();
});

test('a file that is gone or too short is not held, and is nobody else’s trouble', async () => {
  const files = new HotFiles(10 * blockBytes, 10 * blockBytes);
  for (const path of [join(folder, 'gone'), pathOf(1)]) {
    await files.note('k', () => open(path), blockBytes + 1);
    await files.note('k', () => open(path), blockBytes + 1);
    expect(files.find('k')).toBeNull();
  }
  await note(files, 1);
  await note(files, 1);
  expect(files.find('1')).not.toBeNull();
});
