import { afterEach, expect, it, vi } from 'vitest';
import { createEarlyKeys, pressKey } from '../../lib/keys.ts';
import { takeKeys, takeText, typeTheRest } from './early-keys.ts';

afterEach(() => vi.useRealTimers());

it('loses no key that is pressed before there is somebody to take it', () => {
  const early = createEarlyKeys();
  const taken = vi.fn();
  pressKey(early, 'g');
  pressKey(early, 'h');
  const end = takeKeys(early, taken);
  pressKey(early, 't');
  end();
  pressKey(early, 'z');
  takeKeys(early, taken);
  expect(taken.mock.calls.flat()).toEqual(['g', 'h', 't', 'z']);
});

it('forgets what was pressed long before there is somebody to take it', () => {
  vi.useFakeTimers();
  const early = createEarlyKeys();
  const taken = vi.fn();
  pressKey(early, 'n');
  vi.advanceTimersByTime(10_000);
  pressKey(early, 't');
  takeKeys(early, taken);
  expect(taken.mock.calls.flat()).toEqual(['t']);
});

it('takes what follows the key that opens the palette for text and not for keys', () => {
  const early = createEarlyKeys();
  const taken = vi.fn((key: string) => {
    if (key !== '/') return;
    early.typed = [];
    typeTheRest(early);
  });
  for (const key of ['g', '/', 'n', 't']) pressKey(early, key);
  takeKeys(early, taken);
  expect(taken.mock.calls.flat()).toEqual(['g', '/']);
  expect(takeText(early)).toBe('nt');
});

it('begins a field once with what was typed for it, without what was taken back and without Enter', () => {
  const early = createEarlyKeys();
  expect(takeText(early)).toBe('');
  early.typed = ['Backspace', 'q', 'x', 'Backspace', ' ', 'Enter', 'П'];
  expect(takeText(early)).toBe('q П');
  expect(early.typed).toBeNull();
  expect(takeText(early)).toBe('');
});
