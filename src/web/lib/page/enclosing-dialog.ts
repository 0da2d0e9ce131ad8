const anyDialog = '[role=dialog], [role=alertdialog]';

/** The dialog that something is in, which keeps the focus and what is pasted to itself. */
export function enclosingDialog(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(anyDialog) : null;
}

/** Whether something lies over the page. Choices that open in place are dialogs, too. */
export function isDialogOpen(): boolean {
  return document.querySelector(anyDialog) !== null;
}
