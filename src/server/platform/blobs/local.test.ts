import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, describeBlobStore } from './conformance.ts';
import { LocalBlobStore } from './local.ts';

const openLocal = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-local-'));
  return {
    store: new LocalBlobStore(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
describeBlobStore('The local driver', openLocal, { largeValues: true });

let folder: string;
let store: LocalBlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-local-'));
  store = new LocalBlobStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a refused body leaves no file', async () => {
  await expect(store.put('a/b/refused', Readable.from(['too', 'long']), 3)).rejects.toThrow();
  expect(await readdir(join(folder, '~unfinished'))).toEqual([]);
});

test('remains of a crash are deleted once they are old, and never listed', async () => {
  await store.put('a/b/whole', Buffer.from('x'), 1);
  const remains = join(folder, '~unfinished', 'remains');
  await writeFile(remains, 'half');
  await utimes(remains, new Date('2020-01-01'), new Date('2020-01-01'));
  expect(await collect(store.list(''))).toEqual(['a/b/whole']);
  await store.removeUnfinished(new Date('2019-01-01'));
  expect(existsSync(remains)).toBe(true);
  await store.removeUnfinished(new Date('2021-01-01'));
  expect(existsSync(remains)).toBe(false);
});

test('a deleted folder is created again', async () => {
  await store.put('gone/1', Buffer.from('1'), 1);
  await rm(join(folder, 'gone'), { recursive: true });
  await store.put('gone/2', Buffer.from('2'), 1);
  expect(await text(await store.get('gone/2'))).toBe('2');
});

test.skipIf(!existsSync('/dev/shm'))('a file of another file system is copied', async () => {
  const other = await mkdtemp('/dev/shm/flux-local-');
  await writeFile(join(other, 'file'), 'from elsewhere');
  await store.putFile('from/elsewhere', join(other, 'file'));
  expect(await text(await store.get('from/elsewhere'))).toBe('from elsewhere');
  expect(await readdir(other)).toEqual([]);
  await rm(other, { recursive: true });
});

test('a thousand small files put concurrently all exist', async () => {
  const source = join(folder, '~source');
  await mkdir(source);
  const names = Array.from({ length: 1000 }, (_, index) => `file-${index}`);
  await Promise.all(names.map((name) => writeFile(join(source, name), name)));
  await Promise.all(names.map((name) => store.putFile(`many/${name.slice(-1)}/${name}`, join(source, name))));
  expect(await collect(store.list('many/'))).toHaveLength(1000);
});
