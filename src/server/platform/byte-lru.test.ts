import { expect, test } from 'vitest';
import { ByteLru } from './byte-lru.ts';

test('the least recently used value is evicted first, and the limit holds', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual(['A', undefined, 'C', 80]);
});

test('setting again counts once, and deleting frees the bytes', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'old', 90);
  cache.set('a', 'new', 10);
  expect([cache.get('a'), cache.bytes]).toEqual(['new', 10]);
  cache.delete('a');
  cache.delete('a');
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

test('the callback gets each removed value', () => {
  const gone: string[] = [];
  const cache = new ByteLru<string>(100, (key, value) => gone.push(`${key} ${value}`));
  cache.set('a', 'old', 50);
  cache.set('a', 'new', 50);
  cache.set('b', 'B', 40);
  cache.set('c', 'C', 50);
  cache.delete('b');
  cache.delete('b');
  expect(gone).toEqual(['a old', 'a new', 'b B']);
});

test('a value larger than the cache is not stored and evicts nothing', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'A', 50);
  cache.set('b', 'B', 101);
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual(['A', undefined, 50]);
});
