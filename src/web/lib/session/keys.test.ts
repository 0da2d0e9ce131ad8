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

it('leaves to the browser and to input methods what is pressed with other keys', () => {
  expect(singleKey(press('g'))).toBe('g');
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(singleKey(press('g', { [held]: true }))).toBeNull();
  expect(singleKey(press('G', { shiftKey: true }))).toBeNull();
  expect(singleKey(press('Tab'))).toBeNull();
  expect(singleKey(press('ArrowDown'))).toBeNull();
});

it('knows a sign that needs Shift, a letter under Caps Lock and one of another script', () => {
  expect(singleKey(press('?', { shiftKey: true }))).toBe('?');
  expect(singleKey(press('G'))).toBe('g');
  expect(singleKey(press('п', { code: 'KeyG' }))).toBe('g');
  expect(opensPalette(press('л', { code: 'KeyK', ctrlKey: true }))).toBe(true);
});

it('does once what a key does that is held down, except for going on through a list', () => {
  for (const key of ['t', 'n', 'z', '?', 'F8']) expect(singleKey(press(key, { repeat: true }))).toBeNull();
  for (const key of ['j', 'k']) expect(singleKey(press(key, { repeat: true }))).toBe(key);
});

it('opens the palette by Ctrl K and ⌘ K and nothing like them', () => {
  expect(opensPalette(press('k', { ctrlKey: true }))).toBe(true);
  expect(opensPalette(press('k', { metaKey: true }))).toBe(true);
  expect(opensPalette(press('k'))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(opensPalette(press('k', { ctrlKey: true, metaKey: true }))).toBe(false);
  expect(opensPalette(press('j', { ctrlKey: true }))).toBe(false);
});

it('keeps for a field what is typed, and leaves commands and input methods alone', () => {
  for (const key of ['q', 'Q', ' ', 'п', '/', 'Enter', 'Backspace']) expect(isTyped(press(key))).toBe(true);
  for (const key of ['Tab', 'F5', 'Dead', 'Shift', 'ArrowDown']) expect(isTyped(press(key))).toBe(false);
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)
    expect(isTyped(press('g', { [held]: true }))).toBe(false);
});

it('lets a field that is awaited be given up by Escape', () => {
  expect(isTyped(press('Escape'))).toBe(true);
  expect(isTyped(press('Escape', { defaultPrevented: true }))).toBe(false);
});

it('keeps signs that are written with AltGr, also where that is Ctrl and Alt at once', () => {
  const getModifierState = (name: string) => name === 'AltGraph';
  for (const key of ['ł', '@', '€', '{']) {
    expect(isTyped(press(key, { getModifierState }))).toBe(true);
    expect(isTyped(press(key, { getModifierState, ctrlKey: true, altKey: true }))).toBe(true);
    expect(isTyped(press(key, { getModifierState, isComposing: true }))).toBe(false);
    expect(isTyped(press(key, { ctrlKey: true, altKey: true }))).toBe(false);
  }
});
