/**
 * Gives the game the keyboard focus: immediately, or, while the user is in the page around this one, when
 * this page gets the focus. Browsers let a frame take the focus from a field in which the user is typing.
 */
export function focusGame(game: HTMLElement): void {
  if (window.parent === window || document.hasFocus()) {
    game.focus();
    return;
  }
  const onFocus = () => {
    // After a click or Tab a button may have the focus, but only after this event.
    setTimeout(() => {
      if (document.activeElement === document.body) game.focus();
    });
  };
  addEventListener('focus', onFocus, { once: true });
}
