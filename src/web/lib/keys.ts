import { readStored, writeStored } from './browser-storage.ts';
import { isDialogOpen } from './dialog-around.ts';

const storedAs = 'shortcuts';

/** Single keys can be in the way of those who speak to their computer: they can be turned off, for this browser. */
export function hasSingleKeys(): boolean {
  return readStored(storedAs) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  writeStored(storedAs, on ? null : 'off');
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

/** The key where it was pressed alone; null where it belongs to the browser or to a way of typing. */
export function keyAlone(press: Press): string | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.defaultPrevented)
    return null;
  const key = latin(press);
  // A key that is held down leads on through a list, but must not make the screen flash between its themes.
  if (press.repeat && !/^[jk]$/i.test(key)) return null;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) return press.shiftKey ? null : key.toLowerCase();
  return key.length === 1 || key === 'F8' ? key : null;
}

/** The sign that a key writes into a field; null where it writes none. */
export function signOf(press: Press & Partial<Pick<KeyboardEvent, 'getModifierState'>>): string | null {
  if (press.isComposing || press.defaultPrevented || press.key.length !== 1) return null;
  // Where there is an AltGr key it is Ctrl and Alt at once, and many signs are written with it.
  const isCommand = press.ctrlKey || press.metaKey || press.altKey;
  return isCommand && !press.getModifierState?.('AltGraph') ? null : press.key;
}

/** What has a use for keys of its own: fields, and lists in which a letter leads to a word. */
const withOwnKeys = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], iframe';

/** Whether keys are free there: nobody types, and nothing lies over the page. */
export function areKeysFree(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(withOwnKeys)) return false;
  return !isDialogOpen();
}

export type KeyLine = ReturnType<typeof createKeyLine>;

/** By then somebody does something else. */
const patienceMilliseconds = 5_000;

/** Keeps what is pressed for a while, until there is somebody to take it. */
export function createKeyLine() {
  const waiting: { key: string; at: number }[] = [];
  let take: ((key: string) => void) | null = null;
  return {
    press(key: string): void {
      if (take) take(key);
      else waiting.push({ key, at: performance.now() });
    },
    /** @returns ends it */
    serve(next: (key: string) => void): () => void {
      take = next;
      for (let missed = waiting.shift(); missed; missed = waiting.shift())
        if (performance.now() - missed.at < patienceMilliseconds) next(missed.key);
      return () => {
        take = null;
      };
    },
    /** What was pressed after the key that is being taken, which is then no key any more but text. */
    takeRest(): string {
      return waiting
        .splice(0)
        .map(({ key }) => key)
        .join('');
    },
  };
}

export type TypingAhead = ReturnType<typeof createTypingAhead>;

/** Keeps what is typed for a field that was asked for, until the focus is in it. */
export function createTypingAhead() {
  let text: string | null = null;
  return {
    begin(): void {
      text ??= '';
    },
    /** @returns what the field begins with */
    end(): string {
      const typed = text ?? '';
      text = null;
      return typed;
    },
    isAwaited(): boolean {
      return text !== null;
    },
    add(more: string): void {
      if (text !== null) text += more;
    },
    removeLast(): void {
      if (text !== null) text = text.slice(0, -1);
    },
  };
}
