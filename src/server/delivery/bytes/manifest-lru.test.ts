import { expect, test } from 'vitest';
import { ManifestLru } from './manifest-lru.ts';

test('deleting an app drops its versions and no others', () => {
  const cache = new ManifestLru<string>(100);
  cache.set('a1', 'A1', 10, null);
  cache.set('a1', 'A1', 10, 'a');
  cache.set('a2', 'A2', 10, 'a');
  cache.set('b1', 'B1', 10, 'b');
  cache.deleteApp('a');
  expect([cache.get('a1'), cache.get('a2'), cache.get('b1'), cache.apps]).toEqual([
    undefined,
    undefined,
    'B1',
    1,
  ]);
});

test('an app is forgotten with the last of its versions, however many come and go', () => {
  const cache = new ManifestLru<number>(100);
  for (let count = 0; count < 1_000; count += 1) cache.set(`version ${count}`, count, 10, `app ${count}`);
  expect(cache.apps).toBe(10);
  cache.set('too large', 1, 101, 'app');
  cache.delete('version 999');
  expect(cache.apps).toBe(9);
  cache.clear();
  expect(cache.apps).toBe(0);
});
