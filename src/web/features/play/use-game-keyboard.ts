import { type RefObject, useEffect } from 'react';

/**
 * While the frame has the focus, unhandled keys of the game would scroll this page: browsers propagate them
 * from a frame to the page around it. So the page does not scroll until the user returns to it.
 */
export function useGameKeyboard(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const release = () => delete root.dataset.gameHasKeyboard;
    const notice = () => {
      if (frame.current && document.activeElement === frame.current) root.dataset.gameHasKeyboard = '';
    };
    // When a cross-origin frame gets the focus, the page only sees that the window loses it.
    window.addEventListener('blur', notice);
    window.addEventListener('focus', release);
    for (const turn of turns) document.addEventListener(turn, release, { passive: true });
    return () => {
      release();
      window.removeEventListener('blur', notice);
      window.removeEventListener('focus', release);
      for (const turn of turns) document.removeEventListener(turn, release);
    };
  }, [frame]);
}

/** The page receives these events only outside the frame. */
const turns = ['wheel', 'pointerdown', 'touchstart'] as const;
