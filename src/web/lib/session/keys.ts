import { readStored, writeStored } from '../page/browser-storage.ts';
import { isDialogOpen } from '../page/enclosing-dialog.ts';

const storageKey = 'shortcuts';

/** Single keys can conflict with speech input: they can be disabled, for this browser. */
export function hasSingleKeys(): boolean {
  return readStored(storageKey) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  writeStored(storageKey, on ? null : 'off');
}

/** A phone has no keyboard; a tablet may have one. */
export function mayHaveKeyboard(): boolean {
  return !window.matchMedia('(pointer: coarse) and (width < 48rem)').matches;
}

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'isComposing'
  | 'defaultPrevented'
  | 'repeat'
  | 'getModifierState'
>;

/** On a keyboard of another script, the key at the Latin letter's position. */
function latin({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && key.length === 1 && key > '\u007f' ? letter.toLowerCase() : key;
}

/** Ctrl K, or ⌘ K: works everywhere, even while typing. */
export function opensPalette(press: Press): boolean {
  return (
    press.ctrlKey !== press.metaKey &&
    !press.altKey &&
    !press.shiftKey &&
    !press.isComposing &&
    latin(press).toLowerCase() === 'k'
  );
}

function isHandled(press: Press): boolean {
  return press.isComposing || press.defaultPrevented;
}

function isCommand(press: Press): boolean {
  return press.ctrlKey || press.metaKey || press.altKey;
}

/** The key if pressed alone; null if it belongs to the browser or an input method. */
export function singleKey(press: Press): string | null {
  if (isHandled(press) || isCommand(press)) return null;
  const key = latin(press);
  // A held key moves on through a list, but must not toggle the theme repeatedly.
  if (press.repeat && !/^[jk]$/i.test(key)) return null;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) return press.shiftKey ? null : key.toLowerCase();
  return key.length === 1 || key === 'F8' ? key : null;
}

/** Elements that use keys themselves: fields, and lists with type-ahead. */
const keyConsumers = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], iframe';

/** Whether shortcuts are active: no field has the focus, and nothing covers the page. */
export function acceptsShortcuts(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(keyConsumers)) return false;
  return !isDialogOpen();
}

/** Keys pressed before their script has loaded. */
export interface EarlyKeys {
  waiting: { key: string; at: number }[];
  /** The handler in that script, once loaded. */
  take: ((key: string) => void) | null;
  /**
   * Text typed for a field: for the one that a pending `/` opens, of the page or of the palette, else for the
   * palette's. Null if none is awaited, or if it has the focus.
   */
  typed: string[] | null;
}

export function createEarlyKeys(): EarlyKeys {
  return { waiting: [], take: null, typed: null };
}

export function pressKey(early: EarlyKeys, key: string): void {
  if (early.take) early.take(key);
  else {
    early.waiting.push({ key, at: performance.now() });
    if (key === '/') early.typed = [];
  }
}

/** Whether an awaited field takes the key, or is cancelled by it. Then the focused element does not receive it. */
export function isTyped(press: Press): boolean {
  // AltGr, which many characters need, is Ctrl and Alt at once on some systems.
  const isForField = !isCommand(press) || press.getModifierState('AltGraph');
  return isForField && !isHandled(press) && /^(.|Enter|Backspace|Escape)$/u.test(press.key);
}
