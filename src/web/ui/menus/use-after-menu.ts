import { useRef } from 'react';

/** Opens a dialog after the menu has closed and returned the focus, so that the dialog can do the same. */
export function useAfterMenu() {
  const next = useRef<(() => void) | null>(null);
  return {
    afterwards: (open: () => void) => {
      next.current = open;
    },
    onClosed: () => {
      next.current?.();
      next.current = null;
    },
  };
}
