import { useState } from 'react';

/** Whether it is open or was: what is closing must still be drawn, and what was never opened is not fetched. */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
