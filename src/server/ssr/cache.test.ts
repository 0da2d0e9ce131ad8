import { expect, test } from 'vitest';
import { TtlCache } from './cache.ts';

test('the least recently used entry is evicted, and entries expire', () => {
  let time = 0;
  const kept = new TtlCache<string>({ maxBytes: 10, milliseconds: 100, now: () => time });
  kept.set('a', 'A', 4);
  kept.set('b', 'B', 4);
  expect(kept.get('a')).toBe('A');
  kept.set('c', 'C', 4);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', null, 'C']);
  kept.set('d', 'D', 11);
  expect(kept.get('d')).toBeNull();
  time = 100;
  expect([kept.get('a'), kept.get('c')]).toEqual([null, null]);
});
