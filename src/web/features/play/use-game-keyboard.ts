import { type RefObject, useEffect } from 'react';

/**
 * While the frame has the focus, keys that the game leaves over would scroll this page: browsers hand them on
 * from a frame to the page around it. So the page holds still until the person turns to it again.
 */
export function useGameKeyboard(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const release = () => delete root.dataset.gameHasKeyboard;
    const notice = () => {
      if (frame.current && document.activeElement === frame.current) root.dataset.gameHasKeyboard = '';
    };
    // Focus that goes into a frame of another origin is seen here only as the window losing it.
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

/** These reach the page only where they happen outside the frame. */
const turns = ['wheel', 'pointerdown', 'touchstart'] as const;
