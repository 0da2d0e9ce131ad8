import { expect, it } from 'vitest';
import { isTyped, opensPalette, singleKey } from './keys.ts';

const press = (key: string, more: Partial<Parameters<typeof singleKey>[0]> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  repeat: false,
  getModifierState: () => false,
  ...more,
});

it('ignores keys with modifiers, and those of input methods', () => {
  expect(singleKey(press('g'))).toBe('g');
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(singleKey(press('g', { [held]: true }))).toBeNull();
  expect(singleKey(press('G', { shiftKey: true }))).toBeNull();
  expect(singleKey(press('Tab'))).toBeNull();
  expect(singleKey(press('ArrowDown'))).toBeNull();
});

it('recognizes characters with Shift, letters under Caps Lock and keys of other scripts', () => {
  expect(singleKey(press('?', { shiftKey: true }))).toBe('?');
  expect(singleKey(press('G'))).toBe('g');
  expect(singleKey(press('п', { code: 'KeyG' }))).toBe('g');
  expect(opensPalette(press('л', { code: 'KeyK', ctrlKey: true }))).toBe(true);
});

it('runs a held key once, except for moving through a list', () => {
  for (const key of ['t', 'n', 'z', '?', 'F8']) expect(singleKey(press(key, { repeat: true }))).toBeNull();
  for (const key of ['j', 'k']) expect(singleKey(press(key, { repeat: true }))).toBe(key);
});

it('opens the palette by Ctrl K and ⌘ K, and by no similar key', () => {
  expect(opensPalette(press('k', { ctrlKey: true }))).toBe(true);
  expect(opensPalette(press('k', { metaKey: true }))).toBe(true);
  expect(opensPalette(press('k'))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, metaKey: true }))).toBe(false);
  expect(opensPalette(press('j', { ctrlKey: true }))).toBe(false);
});

it('keeps text typed for a field, and ignores commands and input methods', () => {
  for (const key of ['q', 'Q', ' ', 'п', '/', 'Enter', 'Backspace']) expect(isTyped(press(key))).toBe(true);
  for (const key of ['Tab', 'F5', 'Dead', 'Shift', 'ArrowDown']) expect(isTyped(press(key))).toBe(false);
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(isTyped(press('g', { [held]: true }))).toBe(false);
});

it('Escape cancels an awaited field', () => {
  expect(isTyped(press('Escape'))).toBe(true);
  expect(isTyped(press('Escape', { defaultPrevented: true }))).toBe(false);
});

it('keeps characters typed with AltGr, also if that is Ctrl and Alt at once', () => {
  const getModifierState = (name: string) => name === 'AltGraph';
  for (const key of ['ł', '@', '€', '{']) {
    expect(isTyped(press(key, { getModifierState }))).toBe(true);
    expect(isTyped(press(key, { getModifierState, ctrlKey: true, altKey: true }))).toBe(true);
    expect(isTyped(press(key, { getModifierState, isComposing: true }))).toBe(false);
    expect(isTyped(press(key, { ctrlKey: true, altKey: true }))).toBe(false);
  }
});
