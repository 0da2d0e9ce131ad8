import { expect, test } from 'vitest';
import { ByteLru } from './byte-lru.ts';

test('the least recently used entry is evicted first, within the bound', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual(['A', undefined, 'C', 80]);
});

test('a replaced value counts once, and a deleted one not at all', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'old', 90);
  cache.set('a', 'new', 10);
  expect([cache.get('a'), cache.bytes]).toEqual(['new', 10]);
  cache.delete('a');
  cache.delete('a');
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

test('a value that is set again with another size counts with that', () => {
  const cache = new ByteLru<object>(100);
  const value = {};
  cache.set('a', value, 0);
  cache.set('a', value, 60);
  cache.set('b', {}, 50);
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 50]);
});

test('each value that is removed is reported, whatever removed it', () => {
  const removed: string[] = [];
  const cache = new ByteLru<string>(100, (key, value) => removed.push(`${key} ${value}`));
  cache.set('a', 'old', 50);
  cache.set('a', 'new', 50);
  cache.set('b', 'B', 40);
  cache.set('c', 'C', 50);
  cache.delete('b');
  cache.delete('b');
  expect(removed).toEqual(['a old', 'a new', 'b B']);
});

test('a value that is larger than the cache is not stored and evicts nothing', () => {
  const cache = new ByteLru<string>(100);
  cache.set('a', 'A', 50);
  cache.set('b', 'B', 101);
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual(['A', undefined, 50]);
});
