import { expect, test } from 'vitest';
import { raceAbort } from './race-abort.ts';

test('what is awaited comes, or its failure', async () => {
  const { signal } = new AbortController();
  expect(await raceAbort(signal, Promise.resolve('here'))).toBe('here');
  await expect(raceAbort(signal, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('what never comes is given up as soon as it is stopped', async () => {
  const controller = new AbortController();
  const waiting = raceAbort(controller.signal, new Promise(() => {}));
  controller.abort(null);
  await expect(waiting).rejects.toBeNull();
});

test('nothing comes where it was stopped before', async () => {
  await expect(raceAbort(AbortSignal.abort(null), Promise.resolve('here'))).rejects.toBeNull();
});
