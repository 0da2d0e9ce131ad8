const anyDialog = '[role=dialog], [role=alertdialog]';

/** The dialog that contains an element. It traps the focus and receives pasted content. */
export function enclosingDialog(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(anyDialog) : null;
}

/** Whether something covers the page. Popovers are dialogs too. */
export function isDialogOpen(): boolean {
  return document.querySelector(anyDialog) !== null;
}
