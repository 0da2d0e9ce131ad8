import { useRef } from 'react';

/** Radix gives focus back to a trigger of its own; dialogs here are opened from anywhere. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: () => {
      const element = opener.current;
      if (element instanceof HTMLElement && element.isConnected) element.focus();
      // What was asked about is gone, and its button with it.
      else focusMain();
    },
  };
}

/** A ref for what goes as soon as it has done its work: the focus that it has is not lost with it. */
export function leaveFocusToMain(element: HTMLElement | null) {
  return () => {
    if (document.activeElement === element) focusMain();
  };
}

function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
