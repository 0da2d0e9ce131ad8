import { useSyncExternalStore } from 'react';
import { isDialogOpen } from '../page/enclosing-dialog.ts';

/** Whether a dialog or menu covers the page; updates. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, isDialogOpen, () => false);
}

/** Dialogs are in the document only while they are open. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
