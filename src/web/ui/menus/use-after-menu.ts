import { useRef } from 'react';

/** A dialog opens when the menu has closed and given the focus back, so that the dialog can do the same. */
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
