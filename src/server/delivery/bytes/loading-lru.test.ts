import { expect, test } from 'vitest';
import { LoadingLru } from './loading-lru.ts';

test('what has grown pushes out what was not used for longest, and what is gone stays gone', async () => {
  const lru = new LoadingLru<{ name: string }>(100);
  const [first, second] = [{ name: 'first' }, { name: 'second' }];
  await lru.load('first', 40, async () => first);
  await lru.load('second', 40, async () => second);
  lru.weigh('second', second, 60);
  expect([lru.get('first'), lru.get('second')]).toEqual([first, second]);
  lru.weigh('second', second, 61);
  expect([lru.get('first'), lru.get('second')]).toEqual([undefined, second]);
  lru.weigh('first', first, 10);
  lru.weigh('second', { name: 'another' }, 10);
  expect([lru.get('first'), lru.get('second')]).toEqual([undefined, second]);
});
