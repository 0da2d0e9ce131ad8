import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopThrottle } from './event-loop-throttle.ts';

test('each turn of the event loop has a limit, and callers are served in order', async () => {
  const turns = new EventLoopThrottle(() => 2);
  const done: number[] = [];
  const perTurn: number[] = [];
  const all = Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      for (let step = 0; step < 2; step += 1) {
        await turns.take(1);
        done.push(index);
      }
    }),
  );
  for (let before = -1; done.length < 20; ) {
    before = done.length;
    await nextTurn();
    perTurn.push(done.length - before);
  }
  await all;
  // Those of one turn and of the next, which may start between two checks.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
  // All callers get a first step before any gets a second.
  expect(new Set(done.slice(0, 10)).size).toBe(10);
});

test('waiting callers are first, and without any a turn is used immediately', async () => {
  const turns = new EventLoopThrottle(() => 1);
  expect(turns.takeNow(1)).toBe(true);
  expect(turns.takeNow(1)).toBe(false);
  const order: string[] = [];
  const waited = turns.take(1)?.then(() => order.push('who waited'));
  await nextTurn();
  // The new turn is used by waiting callers first.
  expect(turns.takeNow(1)).toBe(false);
  await waited;
  expect(order).toEqual(['who waited']);
  await nextTurn();
  expect(turns.take(1)).toBeNull();
});

test('the limit is read in each turn', async () => {
  let most = 1;
  const turns = new EventLoopThrottle(() => most);
  expect([turns.takeNow(1), turns.takeNow(1)]).toEqual([true, false]);
  most = 3;
  await nextTurn();
  expect([1, 2, 3, 4].map(() => turns.takeNow(1))).toEqual([true, true, true, false]);
});
