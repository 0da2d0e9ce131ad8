/**
 * Moves the focus into the game. A game can consume every key, including Tab. The focus therefore returns when the user
 * switches tabs or leaves fullscreen, which no game can prevent.
 * The frame is marked meanwhile, because browsers draw no focus ring around a frame whose document has the focus.
 * @param from the element that gets the focus back
 */
export function transferFocus(game: HTMLIFrameElement, from: HTMLElement): void {
  game.focus();
  game.dataset.byKeyboard = '';
  const ended = new AbortController();
  ended.signal.addEventListener('abort', () => delete game.dataset.byKeyboard);
  const returnFocus = () => {
    if (document.fullscreenElement) return;
    ended.abort();
    if (document.activeElement === game) from.focus();
  };
  const end = () => ended.abort();
  for (const leaving of ['visibilitychange', 'fullscreenchange'])
    document.addEventListener(leaving, returnFocus, ended);
  // The user has moved the focus out of the game, or uses a pointer.
  for (const turn of ['focusin', 'pointerdown']) document.addEventListener(turn, end, ended);
}
