import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SendingTurns } from './send-throttle.ts';

const megabyte = 1_048_576;

test('a few transfers go on in large steps, and of many each in a small one', () => {
  const turns = new SendingTurns();
  const leave = turns.enter();
  expect(turns.stepBytes).toBe(megabyte);
  const others = Array.from({ length: 31 }, () => turns.enter());
  expect(turns.stepBytes).toBe(131_072);
  for (let more = 0; more < 1_000; more += 1) others.push(turns.enter());
  expect(turns.stepBytes).toBe(65_536);
  for (const other of others) other();
  expect(turns.stepBytes).toBe(megabyte);
  leave();
});

test('with a crowd less is sent in one turn, so that who comes next is soon let in', async () => {
  const turns = new SendingTurns();
  const most = async (transfers: number) => {
    const leave = Array.from({ length: transfers }, () => turns.enter());
    const perTurn: number[] = [];
    let sent = 0;
    const all = Promise.all(
      leave.map(async () => {
        for (let step = 0; step < 4; step += 1) {
          await turns.take(65_536);
          sent += 1;
        }
      }),
    );
    // What was left of the turn before is not of this one.
    await nextTurn();
    while (sent < transfers * 4) {
      const before = sent;
      await nextTurn();
      perTurn.push(sent - before);
    }
    await all;
    for (const one of leave) one();
    return Math.max(...perTurn);
  };
  expect(await most(63)).toBeGreaterThan(2 * (await most(500)));
});
