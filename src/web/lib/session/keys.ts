import { readStored, writeStored } from '../page/browser-storage.ts';
import { isDialogOpen } from '../page/enclosing-dialog.ts';

const storageKey = 'shortcuts';

/** Single keys can be in the way of those who speak to their computer: they can be turned off, for this browser. */
export function hasSingleKeys(): boolean {
  return readStored(storageKey) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  writeStored(storageKey, on ? null : 'off');
}

/** A phone has none to speak of; a tablet may have some in its cover. */
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

/** On a keyboard of another script it is the key in the place of the Latin letter. */
function latin({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && key.length === 1 && key > '\u007f' ? letter.toLowerCase() : key;
}

/** Ctrl K, or ⌘ K: the one that works everywhere, also while a text is typed. */
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

/** The key where it was pressed alone; null where it belongs to the browser or to a way of typing. */
export function singleKey(press: Press): string | null {
  if (isHandled(press) || isCommand(press)) return null;
  const key = latin(press);
  // A key that is held down leads on through a list, but must not make the screen flash between its themes.
  if (press.repeat && !/^[jk]$/i.test(key)) return null;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) return press.shiftKey ? null : key.toLowerCase();
  return key.length === 1 || key === 'F8' ? key : null;
}

/** What has a use for keys of its own: fields, and lists in which a letter leads to a word. */
const keyConsumers = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], iframe';

/** Whether keys are free there: nobody types, and nothing lies over the page. */
export function acceptsShortcuts(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(keyConsumers)) return false;
  return !isDialogOpen();
}

/** What is pressed before the script is there that knows what it means. */
export interface EarlyKeys {
  waiting: { key: string; at: number }[];
  /** Of that script, once it is there. */
  take: ((key: string) => void) | null;
  /**
   * What is typed for a field, as it is: for the one that a waiting `/` leads to, of the page or of the palette, else for
   * that of the palette. Null where none is awaited, or has the focus.
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

/** Whether a field that is awaited takes it, or is given up by it: then it presses nothing where the focus still is. */
export function isTyped(press: Press): boolean {
  // AltGr, by which many signs are written, is Ctrl and Alt at once on some systems.
  const isForField = !isCommand(press) || press.getModifierState('AltGraph');
  return isForField && !isHandled(press) && /^(.|Enter|Backspace|Escape)$/u.test(press.key);
}
