/**
 * Gives the keyboard to the game: at once, or, while somebody uses the page around this one, as soon as they turn to
 * this. Browsers let a frame take it from a field in which somebody is typing.
 */
export function focusGame(game: HTMLElement): void {
  if (window.parent === window || document.hasFocus()) {
    game.focus();
    return;
  }
  const onFocus = () => {
    // Whoever came by a click or by Tab may have turned to a button, which has the focus only after this event.
    setTimeout(() => {
      if (document.activeElement === document.body) game.focus();
    });
  };
  addEventListener('focus', onFocus, { once: true });
}
