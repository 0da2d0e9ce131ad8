import { expect, test, vi } from 'vitest';
import { keepRunning, type Running } from './keep-running.ts';

/** A database that the test ends. */
function database() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stop = vi.fn(async () => end());
  return { ended, stop, end };
}

const tell = () => {};

test('a crashed database is restarted, and the new one is stopped at the end', async () => {
  const [first, second] = [database(), database()];
  const startAgain = vi.fn(async (): Promise<Running> => second);
  const kept = keepRunning(first, { restart: startAgain, onFailure: tell, delaysMs: [0, 0, 0] });
  first.end();
  await vi.waitFor(() => expect(startAgain).toHaveBeenCalledOnce());
  await vi.waitFor(async () => {
    await kept.stop();
    expect(second.stop).toHaveBeenCalled();
  });
  expect(startAgain).toHaveBeenCalledOnce();
  await kept.ended;
});

test('after three failed restarts it has ended, and each failure is reported', async () => {
  const first = database();
  const sentences: string[] = [];
  const startAgain = vi.fn(async (): Promise<Running> => {
    throw new Error('no room');
  });
  const kept = keepRunning(first, {
    restart: startAgain,
    onFailure: (text) => sentences.push(text),
    delaysMs: [0, 0, 0],
  });
  first.end();
  await kept.ended;
  expect(startAgain).toHaveBeenCalledTimes(3);
  expect(sentences.filter((text) => text.includes('did not start: no room'))).toHaveLength(3);
});

test('a database that crashes after each start is not restarted forever', async () => {
  const first = database();
  const startAgain = vi.fn(async (): Promise<Running> => {
    const next = database();
    next.end();
    return next;
  });
  const kept = keepRunning(first, { restart: startAgain, onFailure: tell, delaysMs: [0, 0, 0] });
  first.end();
  await kept.ended;
  expect(startAgain).toHaveBeenCalledTimes(3);
});

test('a stopped one stays stopped, also while a restart is pending', async () => {
  const [first, second] = [database(), database()];
  const startAgain = vi.fn(async (): Promise<Running> => database());
  const kept = keepRunning(first, { restart: startAgain, onFailure: tell, delaysMs: [0] });
  await kept.stop();
  expect(first.stop).toHaveBeenCalledOnce();
  const waiting = keepRunning(second, { restart: startAgain, onFailure: tell, delaysMs: [60_000] });
  second.end();
  await waiting.stop();
  await waiting.ended;
  expect(startAgain).not.toHaveBeenCalled();
});
