import { type KeyboardEvent, useRef } from 'react';
import { enclosingDialog } from '../../lib/page/enclosing-dialog.ts';
import { keepOpenForNotifications } from '../loading/toast.tsx';

/** What a dialog heard in the place of the one above it. */
const passedOn = new WeakSet<Event>();

/**
 * Escape shuts the dialog that has the focus. Radix finds the highest one while it renders, and hears Escape for it a moment
 * after that one took the focus: until then the dialog below would shut, and the question above it with it.
 * @param shut as Escape would, where Radix did not hear it
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
    // Once: it goes on to the dialogs that this one was opened from.
    onKeyDown: ({ nativeEvent }: KeyboardEvent) => {
      if (passedOn.delete(nativeEvent)) shut();
    },
  };
}
