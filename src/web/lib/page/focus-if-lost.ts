/**
 * Moves the focus to an element unless the user has moved it elsewhere: only from the body, from the page as a whole, or
 * from inside `origin`, the part of the page that started the action.
 */
export function focusIfLost(
  target: HTMLElement | null,
  origin: Element | null = null,
  options?: FocusOptions,
): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || activeElement.id === 'main';
  if (isLost || origin?.contains(activeElement)) target?.focus(options);
}
