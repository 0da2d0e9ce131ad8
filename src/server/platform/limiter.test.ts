import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('no more than the limit run at once, all run in order, and a failure frees its place', async () => {
  const limiter = createLimiter(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      limiter.run(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (index % 3 === 0) throw new Error('no');
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(results.map((result) => result.status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});
