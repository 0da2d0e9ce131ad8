import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecretKey } from './secret-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a key is created once, whole, readable for its owner only, and stays', async () => {
  // The remains of an interrupted start.
  await writeFile(join(folder, 'secret-key.new'), 'half');
  const key = await loadSecretKey(null, folder);
  expect(key).toHaveLength(32);
  expect((await stat(join(folder, 'secret-key'))).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(['secret-key']);
  expect(await loadSecretKey(null, folder)).toEqual(key);
});

test.each(['', 'c2hvcnQ=', ' \n'])('a key truncated to %j is refused', async (text) => {
  await writeFile(join(folder, 'secret-key'), text);
  await expect(loadSecretKey(null, folder)).rejects.toThrow(/should hold a key of 32 bytes/);
});
