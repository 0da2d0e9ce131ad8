import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LocalLimits } from './local-limits.ts';
import { RemoteLimits } from './remote-limits.ts';
import { type SharedLimits, withSemaphore } from './shared-limits.ts';
import { WorkerLimits } from './worker-limits.ts';

/** A worker whose messages are copied and delayed, like over a real channel. */
function workerOf(sharedLimits: SharedLimits): { sharedLimits: SharedLimits; end(): void } {
  const asked = new RemoteLimits((question) =>
    queueMicrotask(() => void first.answer(structuredClone(question))),
  );
  const first = new WorkerLimits(sharedLimits, (answer) =>
    queueMicrotask(() => asked.receive(structuredClone(answer))),
  );
  return { sharedLimits: asked, end: () => first.end() };
}

const kinds: [string, () => [SharedLimits, SharedLimits]][] = [
  [
    'one process',
    () => {
      const own = new LocalLimits();
      return [own, own];
    },
  ],
  [
    'two workers',
    () => {
      const own = new LocalLimits();
      return [workerOf(own).sharedLimits, workerOf(own).sharedLimits];
    },
  ],
];

test.each(kinds)(
  '%s: all count together, per key, and start again after the window',
  async (_name, start) => {
    const [one, other] = start();
    const count = async (sharedLimits: SharedLimits, key: string) =>
      (await sharedLimits.count('calls', key, 60)).count;
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

test.each(kinds)('%s: a semaphore has a maximum, and a release lets the next in', async (_name, start) => {
  const [one, other] = start();
  const semaphore = { name: 'forms', most: 2 };
  const releases = [await one.tryAcquire([semaphore]), await other.tryAcquire([semaphore])];
  expect(await one.tryAcquire([semaphore])).toBeNull();
  expect(await other.tryAcquire([{ name: 'other forms', most: 2 }])).not.toBeNull();
  releases[0]?.();
  releases[0]?.();
  expect(await other.tryAcquire([semaphore])).not.toBeNull();
  expect(await one.tryAcquire([semaphore])).toBeNull();
});

test.each(kinds)('%s: checking a semaphore takes no permit', async (_name, start) => {
  const [one, other] = start();
  const semaphore = { name: 'export', most: 1 };
  expect([await one.isFree([semaphore]), await other.isFree([semaphore])]).toEqual([true, true]);
  const release = await one.tryAcquire([semaphore]);
  expect(await other.isFree([semaphore])).toBe(false);
  expect(await other.isFree([{ name: 'other export', most: 1 }])).toBe(true);
  release?.();
  await sleep(5);
  expect(await other.isFree([semaphore])).toBe(true);
});

test.each(kinds)('%s: several semaphores are acquired together or not at all', async (_name, start) => {
  const [one, other] = start();
  const [wide, narrow] = [
    { name: 'all', most: 2 },
    { name: 'ada', most: 1 },
  ];
  await one.tryAcquire([wide, narrow]);
  expect(await other.tryAcquire([wide, narrow])).toBeNull();
  expect(await other.tryAcquire([wide])).not.toBeNull();
  expect(await other.tryAcquire([wide])).toBeNull();
});

test.each(kinds)(
  '%s: concurrency is bounded, in order, and a failure releases the permit',
  async (_name, start) => {
    const processes = start();
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        withSemaphore(processes[index % 2] as SharedLimits, { name: 'builds', most: 2 }, async () => {
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

test('a dead worker’s permits and queue positions are released', async () => {
  const own = new LocalLimits();
  const [dying, living] = [workerOf(own), workerOf(own)];
  const semaphore = { name: 'builds', most: 1 };
  await dying.sharedLimits.acquire(semaphore);
  void dying.sharedLimits.acquire(semaphore);
  const next = living.sharedLimits.acquire(semaphore);
  await sleep(5);
  expect(await own.tryAcquire([semaphore])).toBeNull();
  dying.end();
  (await next)();
  await sleep(5);
  expect(await own.tryAcquire([semaphore])).not.toBeNull();
});

test('of unbounded keys the recent ones are kept', async () => {
  const own = new LocalLimits();
  for (let index = 0; index <= 10_000; index += 1) await own.count('calls', String(index), 60_000);
  expect((await own.count('calls', '10000', 60_000)).count).toBe(2);
  expect((await own.count('calls', '0', 60_000)).count).toBe(1);
});
