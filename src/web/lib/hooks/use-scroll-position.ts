import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page begins at its top; Back restores the old position. A changed query does not scroll. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useEffect(() => {
    const remember = () => {
      // During navigation a shorter page may scroll before this listener is removed; that is not the user's
      // position.
      if (window.location.pathname !== pathname) return;
      positions.current.set(key, window.scrollY);
      // The browser would store that position, and restore it over the one stored here.
      window.history.scrollRestoration = 'manual';
    };
    // The positions stored here end with the document.
    const handOver = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', handOver);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', handOver);
    };
  }, [key, pathname]);
  useLayoutEffect(() => {
    const arrived = shown.current !== pathname;
    shown.current = pathname;
    const known = navigation === 'POP' ? positions.current.get(key) : undefined;
    if (known !== undefined) window.scrollTo(0, known);
    else if (arrived) window.scrollTo(0, 0);
  }, [key, pathname, navigation]);
}
