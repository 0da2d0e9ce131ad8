import { afterEach, expect, it, vi } from 'vitest';
import { maxSearchLength } from '#shared/contract/search-length.ts';
import { createEarlyKeys, pressKey } from '../../lib/session/keys.ts';
import { takeKeys, takeText } from './early-keys.ts';

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
  expect(taken.mock.calls.map(([key]) => key)).toEqual(['g', 'h', 't', 'z']);
});

it('forgets what was pressed long before there is somebody to take it', () => {
  vi.useFakeTimers();
  const early = createEarlyKeys();
  const taken = vi.fn();
  pressKey(early, 'n');
  vi.advanceTimersByTime(10_000);
  pressKey(early, 't');
  takeKeys(early, taken);
  expect(taken.mock.calls.map(([key]) => key)).toEqual(['t']);
});

it('hands over with the key that leads to a search what was typed after it, as it was typed', () => {
  const early = createEarlyKeys();
  const taken = vi.fn();
  for (const key of ['g', '/']) pressKey(early, key);
  early.typed?.push('F', 'o', 'x', 'Backspace', 'o', 'Enter', ' ', 'П', 'ł', '/', '😀');
  takeKeys(early, taken);
  expect(taken.mock.calls).toEqual([
    ['g', ''],
    ['/', 'Foo Пł/😀'],
  ]);
  expect(early.typed).toBeNull();
});

it('takes the key to a search late, too, where somebody typed on, and else takes nothing for text any more', () => {
  vi.useFakeTimers();
  for (const [typed, expected] of [
    [['п'], [['/', 'п']]],
    [[], []],
  ]) {
    const early = createEarlyKeys();
    const taken = vi.fn();
    for (const key of ['n', '/']) pressKey(early, key);
    early.typed?.push(...(typed as string[]));
    vi.advanceTimersByTime(10_000);
    takeKeys(early, taken);
    expect(taken.mock.calls).toEqual(expected);
    expect(early.typed).toBeNull();
  }
});

it('takes nothing for text after a key that does what it means at once, and leaves to the palette what is its', () => {
  const early = createEarlyKeys();
  takeKeys(early, vi.fn());
  pressKey(early, '/');
  expect(early.typed).toBeNull();
  early.typed = ['q'];
  takeKeys(early, vi.fn());
  expect(early.typed).toEqual(['q']);
});

it('begins a field once with what was typed for it, without what was taken back and without Enter', () => {
  const early = createEarlyKeys();
  expect(takeText(early)).toBe('');
  early.typed = ['Backspace', 'q', 'x', 'Backspace', ' ', 'Enter', 'П'];
  expect(takeText(early)).toBe('q П');
  expect(early.typed).toBeNull();
  expect(takeText(early)).toBe('');
});

it('begins a field with no more than it holds', () => {
  const early = createEarlyKeys();
  early.typed = Array.from({ length: maxSearchLength + 1 }, () => 'я');
  expect(takeText(early)).toHaveLength(maxSearchLength);
});
