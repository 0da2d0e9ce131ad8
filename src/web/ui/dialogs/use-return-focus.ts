import { useRef } from 'react';

/**
 * Radix gives focus back to a trigger of its own; dialogs here are opened from anywhere. The first that can have it gets
 * it, unless another is marked with `data-focus-first`.
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
