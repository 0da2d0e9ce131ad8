import { useState } from 'react';

/**
 * Whether it is open or was: a closing dialog must still be rendered, and one that was never opened is not
 * loaded.
 */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
