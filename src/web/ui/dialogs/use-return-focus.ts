import { useRef } from 'react';

/**
 * Radix returns the focus to its own trigger, but dialogs here are opened from anywhere. The first focusable
 * element gets the focus, unless another is marked with `data-focus-first`.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const first = (event.target as Element | null)?.querySelector<HTMLElement>('[data-focus-first]');
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: () => {
      const element = opener.current;
      if (element instanceof HTMLElement && element.isConnected) element.focus();
      // The object of the dialog is gone, and its button with it.
      else focusMain();
    },
  };
}

/** A ref for an element that is removed after its action: its focus is moved instead of lost. */
export function leaveFocusToMain(element: HTMLElement | null) {
  return () => {
    if (document.activeElement === element) focusMain();
  };
}

function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
