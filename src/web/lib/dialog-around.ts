/** The dialog that something is in, which keeps the focus and what is pasted to itself. */
export function dialogAround(element: Element | null): Element | null {
  return element?.closest('[role=dialog], [role=alertdialog]') ?? null;
}
