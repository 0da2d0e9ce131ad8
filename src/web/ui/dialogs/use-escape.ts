import { type KeyboardEvent, useRef } from 'react';
import { enclosingDialog } from '../../lib/page/enclosing-dialog.ts';
import { keepOpenForNotifications } from '../loading/toast.tsx';

/** An event that a dialog received instead of the one above it. */
const passedOn = new WeakSet<Event>();

/**
 * Escape closes the dialog that has the focus. Radix determines the topmost one while rendering, and
 * registers its Escape handler a moment after the focus: until then the dialog below would close, and the one
 * above with it.
 * @param shut the same as Escape, if Radix missed it
 * @returns for the content of a dialog
 */
export function useEscape(shut: () => void) {
  const content = useRef<HTMLDivElement>(null);
  return {
    ref: content,
    onEscapeKeyDown: (event: globalThis.KeyboardEvent) => {
      keepOpenForNotifications(event);
      const focused = enclosingDialog(event.target);
      if (focused === null || focused === content.current) return;
      passedOn.add(event);
      event.preventDefault();
    },
    // Only once: the event also reaches the dialogs that opened this one.
    onKeyDown: ({ nativeEvent }: KeyboardEvent) => {
      if (passedOn.delete(nativeEvent)) shut();
    },
  };
}
