import { expect, test, vi } from 'vitest';
import { MovableClock } from '#server/platform/time/clock.ts';
import { Catalogue } from './catalogue.ts';
import type { SoldProduct } from './port.ts';

const minute = 60_000;

/** A catalogue with manual responses, each with another product. */
function start() {
  const clock = new MovableClock();
  const pending: { answer: (name: string) => void; fail: () => void }[] = [];
  const catalogue = new Catalogue(
    () =>
      new Promise<SoldProduct[]>((resolve, reject) => {
        pending.push({
          answer: (name) => resolve([{ id: name, name, prices: [] }]),
          fail: () => reject(new Error('away')),
        });
      }),
    clock,
  );
  const read = async (freshness: 'shown' | 'charged' = 'shown') =>
    (await catalogue.read(freshness)).map(({ name }) => name).join();
  const latest = () => {
    const [last] = pending.slice(-1);
    if (!last) throw new Error('Nothing was asked.');
    return last;
  };
  return { clock, catalogue, read, latest, asked: () => pending.length };
}

async function filled() {
  const all = start();
  const first = all.read();
  all.latest().answer('first');
  await first;
  return all;
}

test('a thousand concurrent readers cause one request, and none for five minutes', async () => {
  const { read, latest, asked: requestCount, clock } = start();
  const looking = Promise.all(Array.from({ length: 1_000 }, () => read()));
  expect(requestCount()).toBe(1);
  latest().answer('first');
  expect(new Set(await looking)).toEqual(new Set(['first']));
  clock.advance(5 * minute - 1);
  expect(await read()).toBe('first');
  expect(requestCount()).toBe(1);
  clock.advance(1);
  const next = read();
  expect(requestCount()).toBe(2);
  latest().answer('second');
  expect(await next).toBe('second');
});

test('payments use a response of the last half minute', async () => {
  const { read, latest, asked: requestCount, clock } = await filled();
  clock.advance(minute / 2 - 1);
  expect(await read('charged')).toBe('first');
  clock.advance(1);
  const paying = read('charged');
  expect(requestCount()).toBe(2);
  latest().answer('second');
  expect(await paying).toBe('second');
  // Who looks has the newer one as well.
  expect(await read()).toBe('second');
});

test('without the service the last response is shown for a day, but sells nothing', async () => {
  const { read, latest, asked: requestCount, clock } = await filled();
  clock.advance(6 * minute);
  const looking = read();
  latest().fail();
  expect(await looking).toBe('first');
  // No request during the pause.
  expect(await read()).toBe('first');
  expect(requestCount()).toBe(2);
  const paying = read('charged');
  latest().fail();
  await expect(paying).rejects.toThrow('away');
  clock.advance(24 * 60 * minute);
  const late = read();
  latest().fail();
  await expect(late).rejects.toThrow('away');
});

test('readers do not wait long for an unresponsive service', async () => {
  const { read, clock } = await filled();
  clock.advance(6 * minute);
  vi.useFakeTimers();
  try {
    const looking = read();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await looking).toBe('first');
  } finally {
    vi.useRealTimers();
  }
});

test('without any response a failure is reported, and cached for a moment', async () => {
  const { read, latest, asked: requestCount, clock } = start();
  const looking = read();
  latest().fail();
  await expect(looking).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  expect(requestCount()).toBe(1);
  clock.advance(10_000);
  const again = read();
  expect(requestCount()).toBe(2);
  latest().answer('first');
  expect(await again).toBe('first');
});

test('a cleared catalogue is read again, and older responses are ignored', async () => {
  const { catalogue, read, latest, asked: requestCount } = await filled();
  catalogue.forget();
  const before = read();
  const old = latest();
  catalogue.forget();
  const after = read();
  expect(requestCount()).toBe(3);
  latest().answer('new');
  expect(await after).toBe('new');
  old.answer('old');
  expect(await before).toBe('old');
  expect(await read()).toBe('new');
  expect(requestCount()).toBe(3);
});
