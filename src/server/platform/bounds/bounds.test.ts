import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AskedBounds } from './asked-bounds.ts';
import { type Bounds, holding } from './bounds.ts';
import { OwnBounds } from './own-bounds.ts';
import { WorkerBounds } from './worker-bounds.ts';

/** A worker whose messages go as the channel carries them: as copies, and a moment later. */
function workerOf(bounds: Bounds): { bounds: Bounds; end(): void } {
  const asked = new AskedBounds((question) =>
    queueMicrotask(() => void first.answer(structuredClone(question))),
  );
  const first = new WorkerBounds(bounds, (answer) =>
    queueMicrotask(() => asked.hear(structuredClone(answer))),
  );
  return { bounds: asked, end: () => first.end() };
}

const kinds: [string, () => [Bounds, Bounds]][] = [
  [
    'one process',
    () => {
      const own = new OwnBounds();
      return [own, own];
    },
  ],
  [
    'two workers',
    () => {
      const own = new OwnBounds();
      return [workerOf(own).bounds, workerOf(own).bounds];
    },
  ],
];

test.each(kinds)(
  '%s: all count together, each key by itself, and anew when its time is over',
  async (_name, start) => {
    const [one, other] = start();
    const count = async (bounds: Bounds, key: string) => (await bounds.count('calls', key, 60)).count;
    expect([await count(one, 'ada'), await count(other, 'ada'), await count(other, 'bob')]).toEqual([
      1, 2, 1,
    ]);
    expect((await one.count('other calls', 'ada', 60_000)).count).toBe(1);
    const { leftMs } = await one.count('calls', 'ada', 60);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(60);
    await sleep(70);
    expect(await count(other, 'ada')).toBe(1);
  },
);

test.each(kinds)(
  '%s: a place is held by so many, and by another when one is given back',
  async (_name, start) => {
    const [one, other] = start();
    const place = { name: 'forms', most: 2 };
    const releases = [await one.tryHold([place]), await other.tryHold([place])];
    expect(await one.tryHold([place])).toBeNull();
    expect(await other.tryHold([{ name: 'other forms', most: 2 }])).not.toBeNull();
    releases[0]?.();
    releases[0]?.();
    expect(await other.tryHold([place])).not.toBeNull();
    expect(await one.tryHold([place])).toBeNull();
  },
);

test.each(kinds)('%s: who asks whether a place is free takes none', async (_name, start) => {
  const [one, other] = start();
  const place = { name: 'export', most: 1 };
  expect([await one.isFree([place]), await other.isFree([place])]).toEqual([true, true]);
  const release = await one.tryHold([place]);
  expect(await other.isFree([place])).toBe(false);
  expect(await other.isFree([{ name: 'other export', most: 1 }])).toBe(true);
  release?.();
  await sleep(5);
  expect(await other.isFree([place])).toBe(true);
});

test.each(kinds)('%s: of several places all are held, or none', async (_name, start) => {
  const [one, other] = start();
  const [wide, narrow] = [
    { name: 'all', most: 2 },
    { name: 'ada', most: 1 },
  ];
  await one.tryHold([wide, narrow]);
  expect(await other.tryHold([wide, narrow])).toBeNull();
  expect(await other.tryHold([wide])).not.toBeNull();
  expect(await other.tryHold([wide])).toBeNull();
});

test.each(kinds)(
  '%s: no more than the bound work at once, all in turn, and a failure frees its place',
  async (_name, start) => {
    const processes = start();
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        holding(processes[index % 2] as Bounds, { name: 'builds', most: 2 }, async () => {
          started.push(index);
          running += 1;
          most = Math.max(most, running);
          await sleep(2);
          running -= 1;
          if (index % 3 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  },
);

test('what a worker that died had is free, and its turn in the line passes to the next', async () => {
  const own = new OwnBounds();
  const [dying, living] = [workerOf(own), workerOf(own)];
  const place = { name: 'builds', most: 1 };
  await dying.bounds.hold(place);
  void dying.bounds.hold(place);
  const next = living.bounds.hold(place);
  await sleep(5);
  expect(await own.tryHold([place])).toBeNull();
  dying.end();
  (await next)();
  await sleep(5);
  expect(await own.tryHold([place])).not.toBeNull();
});

test('of keys that nobody can number, those that were counted lately are known', async () => {
  const own = new OwnBounds();
  for (let index = 0; index <= 10_000; index += 1) await own.count('calls', String(index), 60_000);
  expect((await own.count('calls', '10000', 60_000)).count).toBe(2);
  expect((await own.count('calls', '0', 60_000)).count).toBe(1);
});
