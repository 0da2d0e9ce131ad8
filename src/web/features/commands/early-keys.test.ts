import { afterEach, expect, it, vi } from 'vitest';
import { maxSearchLength } from '#shared/contract/search-length.ts';
import { createEarlyKeys, pressKey } from '../../lib/session/keys.ts';
import { takeKeys, takeText } from './early-keys.ts';

afterEach(() => vi.useRealTimers());

it('loses no key that is pressed before the handler has loaded', () => {
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

it('drops keys that are much older than the handler', () => {
  vi.useFakeTimers();
  const early = createEarlyKeys();
  const taken = vi.fn();
  pressKey(early, 'n');
  vi.advanceTimersByTime(10_000);
  pressKey(early, 't');
  takeKeys(early, taken);
  expect(taken.mock.calls.map(([key]) => key)).toEqual(['t']);
});

it('passes the text typed after a search key along with the key', () => {
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

it('handles a late search key if the user kept typing, and otherwise treats nothing as text', () => {
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

it('treats nothing as text after a key with an immediate action, and leaves the palette its own keys', () => {
  const early = createEarlyKeys();
  takeKeys(early, vi.fn());
  pressKey(early, '/');
  expect(early.typed).toBeNull();
  early.typed = ['q'];
  takeKeys(early, vi.fn());
  expect(early.typed).toEqual(['q']);
});

it('fills a field once with the text typed for it, without deleted characters and without Enter', () => {
  const early = createEarlyKeys();
  expect(takeText(early)).toBe('');
  early.typed = ['Backspace', 'q', 'x', 'Backspace', ' ', 'Enter', 'П'];
  expect(takeText(early)).toBe('q П');
  expect(early.typed).toBeNull();
  expect(takeText(early)).toBe('');
});

it('fills a field with at most its maximum length', () => {
  const early = createEarlyKeys();
  early.typed = Array.from({ length: maxSearchLength + 1 }, () => 'я');
  expect(takeText(early)).toHaveLength(maxSearchLength);
});
