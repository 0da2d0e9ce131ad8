/**
 * Gives the keyboard to the game. A game may keep every key, Tab included, and the page around sees none of them: so it is
 * given back as soon as somebody does what no game can keep from their browser, which is to go to another tab or to leave
 * the whole screen.
 * Until then the frame is marked, since no browser draws a ring around one whose page has the focus.
 * @param from where it goes back to; it was used by keyboard
 */
export function transferFocus(game: HTMLIFrameElement, from: HTMLElement): void {
  game.focus();
  game.dataset.byKeyboard = '';
  const over = new AbortController();
  over.signal.addEventListener('abort', () => delete game.dataset.byKeyboard);
  const returnFocus = () => {
    if (document.fullscreenElement) return;
    over.abort();
    if (document.activeElement === game) from.focus();
  };
  const end = () => over.abort();
  for (const leaving of ['visibilitychange', 'fullscreenchange'])
    document.addEventListener(leaving, returnFocus, over);
  // They are back by themselves, or go on by mouse, which finds its way without.
  for (const turn of ['focusin', 'pointerdown']) document.addEventListener(turn, end, over);
}
