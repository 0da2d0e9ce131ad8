import { expect, test } from 'vitest';
import { raceAbort } from './race-abort.ts';

test('an awaited value or error is passed on', async () => {
  const { signal } = new AbortController();
  expect(await raceAbort(signal, Promise.resolve('here'))).toBe('here');
  await expect(raceAbort(signal, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('a pending promise is abandoned at the abort', async () => {
  const controller = new AbortController();
  const waiting = raceAbort(controller.signal, new Promise(() => {}));
  controller.abort(null);
  await expect(waiting).rejects.toBeNull();
});

test('an aborted signal rejects at once', async () => {
  await expect(raceAbort(AbortSignal.abort(null), Promise.resolve('here'))).rejects.toBeNull();
});
