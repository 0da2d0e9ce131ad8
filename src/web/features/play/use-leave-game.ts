import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** The limit after which a hanging page is removed nevertheless. */
const patienceMilliseconds = 3_000;

/** Moves an element without reloading its content. */
type Mover = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };

/**
 * Lets a game save while it is closed (`beforeunload`, `pagehide`, `visibilitychange`): the frame is hidden,
 * navigates to an empty page of the game's origin, and is removed afterwards. A page of another origin would
 * not work: Chromium then gives a busy game only half a second for its handlers. WebKit cannot move a frame
 * without a reload, and keeps no saves of frames (`use-partitioned-storage.ts`).
 * @param emptyPage result of `emptyPageOf`
 * @param place the container that is about to be removed with the frame
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
    // React's strict mode runs the cleanup once as a test.
    if (home && element.parentElement !== home) home.moveBefore?.(element, home.firstChild);
    return () => leave(element);
  }, [frame, place, isThere]);
}

function leaveGame(frame: HTMLIFrameElement, emptyPage: string): void {
  const body: Mover = document.body;
  if (!frame.isConnected || !body.moveBefore) return;
  const { offsetWidth, offsetHeight } = frame;
  // Synchronously: the container is removed as soon as this returns.
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
    // Replaces the game's history entry, so that Back works as before.
    frame.contentWindow?.location.replace(emptyPage);
  });
}
