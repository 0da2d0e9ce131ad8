import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page begins at its top; going back leads to where one was. A change of the query alone moves nothing. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useEffect(() => {
    const remember = () => {
      // While pages change, a shorter one may scroll before this listener is gone; that is not where one was.
      if (window.location.pathname !== pathname) return;
      positions.current.set(key, window.scrollY);
      // The browser takes that for where one was, and would restore it over what is known here.
      window.history.scrollRestoration = 'manual';
    };
    // What is known here ends with the document.
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
