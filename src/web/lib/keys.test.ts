import { afterEach, expect, it, vi } from 'vitest';
import { createKeyLine, createTypingAhead, keyAlone, opensPalette, signOf } from './keys.ts';

afterEach(() => vi.useRealTimers());

const press = (key: string, more: Partial<Parameters<typeof keyAlone>[0]> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  repeat: false,
  ...more,
});

it('leaves to the browser and to input methods what is pressed with other keys', () => {
  expect(keyAlone(press('g'))).toBe('g');
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(keyAlone(press('g', { [held]: true }))).toBeNull();
  expect(keyAlone(press('G', { shiftKey: true }))).toBeNull();
  expect(keyAlone(press('Tab'))).toBeNull();
  expect(keyAlone(press('ArrowDown'))).toBeNull();
});

it('knows a sign that needs Shift, a letter under Caps Lock and one of another script', () => {
  expect(keyAlone(press('?', { shiftKey: true }))).toBe('?');
  expect(keyAlone(press('G'))).toBe('g');
  expect(keyAlone(press('п', { code: 'KeyG' }))).toBe('g');
  expect(opensPalette(press('л', { code: 'KeyK', ctrlKey: true }))).toBe(true);
});

it('does once what a key does that is held down, except for going on through a list', () => {
  for (const key of ['t', 'n', 'z', '?', 'F8']) expect(keyAlone(press(key, { repeat: true }))).toBeNull();
  for (const key of ['j', 'k']) expect(keyAlone(press(key, { repeat: true }))).toBe(key);
});

it('opens the palette by Ctrl K and ⌘ K and nothing like them', () => {
  expect(opensPalette(press('k', { ctrlKey: true }))).toBe(true);
  expect(opensPalette(press('k', { metaKey: true }))).toBe(true);
  expect(opensPalette(press('k'))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, metaKey: true }))).toBe(false);
  expect(opensPalette(press('j', { ctrlKey: true }))).toBe(false);
});

it('loses no key that is pressed before there is somebody to take it', () => {
  const line = createKeyLine();
  const taken = vi.fn();
  line.press('g');
  line.press('h');
  const end = line.serve(taken);
  line.press('t');
  end();
  line.press('z');
  line.serve(taken);
  expect(taken.mock.calls.flat()).toEqual(['g', 'h', 't', 'z']);
});

it('forgets what was pressed long before there is somebody to take it', () => {
  vi.useFakeTimers();
  const line = createKeyLine();
  const taken = vi.fn();
  line.press('n');
  vi.advanceTimersByTime(10_000);
  line.press('t');
  line.serve(taken);
  expect(taken.mock.calls.flat()).toEqual(['t']);
});

it('takes what follows the key that opens a field for text and not for keys', () => {
  const line = createKeyLine();
  const rest: string[] = [];
  const taken = vi.fn((key: string) => key === '/' && rest.push(line.takeRest()));
  for (const key of ['g', '/', 'n', 't']) line.press(key);
  line.serve(taken);
  expect(taken.mock.calls.flat()).toEqual(['g', '/']);
  expect(rest).toEqual(['nt']);
});

it('keeps what is typed for a field just while that is awaited', () => {
  const ahead = createTypingAhead();
  ahead.add('lost');
  expect([ahead.isAwaited(), ahead.end()]).toEqual([false, '']);
  ahead.begin();
  ahead.add('q');
  ahead.add('x');
  ahead.removeLast();
  // Asked for twice it is one.
  ahead.begin();
  ahead.add('u');
  expect([ahead.isAwaited(), ahead.end(), ahead.isAwaited(), ahead.end()]).toEqual([true, 'qu', false, '']);
});

it('knows the signs that a key writes, those of AltGr too, and no command', () => {
  expect(['q', 'Q', ' ', 'п', '?'].map((key) => signOf(press(key)))).toEqual(['q', 'Q', ' ', 'п', '?']);
  for (const key of ['Enter', 'Escape', 'Dead', 'F8']) expect(signOf(press(key))).toBeNull();
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(signOf(press('g', { [held]: true }))).toBeNull();
  const altGr = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' };
  expect(signOf({ ...press('@'), ...altGr })).toBe('@');
});
