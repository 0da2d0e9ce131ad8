import { useSyncExternalStore } from 'react';
import { isDialogOpen } from '../page/enclosing-dialog.ts';

/** Whether something lies over the page, and follows it. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, isDialogOpen, () => false);
}

/** Dialogs are in the page only while they are open, wherever in it. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
