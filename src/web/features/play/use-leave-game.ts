import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** A page that hangs is removed by then all the same. */
const patienceMilliseconds = 3_000;

/** Moves an element without loading what is in it again. */
type Mover = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };

/**
 * Lets the page of a game save what it saves while it is left (`beforeunload`, `pagehide`, `visibilitychange`), which a frame
 * that is removed at once does not: the frame is taken out of sight, led to an empty page of the game's own origin, and removed
 * once that is there. The site goes on meanwhile. A page of another origin would not do: Chromium replaces the game by it at
 * once and gives the game's process half a second for its handlers, which a game that computes does not reach. WebKit cannot
 * move a frame without loading it again, and keeps no saves of frames (`use-partitioned-storage.ts`).
 * @param emptyPage as of `emptyPageOf`
 * @param place what is about to be removed with the frame in it
 */
export function useLeaveGame(
  emptyPage: string,
  frame: RefObject<HTMLIFrameElement | null>,
  place: RefObject<HTMLElement | null>,
  isThere: boolean,
): void {
  const leave = useEffectEvent((element: HTMLIFrameElement) => leaveGame(element, emptyPage));
  useLayoutEffect(() => {
    const element = isThere ? frame.current : null;
    if (!element) return;
    const home: Mover | null = place.current;
    // React's strict mode leaves once to try it out.
    if (home && element.parentElement !== home) home.moveBefore?.(element, home.firstChild);
    return () => leave(element);
  }, [frame, place, isThere]);
}

function leaveGame(frame: HTMLIFrameElement, emptyPage: string): void {
  const body: Mover = document.body;
  if (!frame.isConnected || !body.moveBefore) return;
  const { offsetWidth, offsetHeight } = frame;
  // At once: its surroundings are removed as soon as this returns.
  body.moveBefore(frame, null);
  queueMicrotask(() => {
    if (frame.parentElement !== body) return;
    frame.inert = true;
    frame.ariaHidden = 'true';
    for (const name of ['data-game', 'class', 'title', 'name']) frame.removeAttribute(name);
    frame.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: -1; width: ${offsetWidth}px; height: ${offsetHeight}px; border: 0; opacity: 0; pointer-events: none`;
    const remove = () => {
      clearTimeout(timer);
      frame.remove();
    };
    const timer = setTimeout(remove, patienceMilliseconds);
    frame.addEventListener('load', remove, { once: true });
    // In place of the game's entry in the history, so that Back leads where it did.
    frame.contentWindow?.location.replace(emptyPage);
  });
}
