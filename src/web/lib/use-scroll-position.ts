import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page begins at its top; going back leads to where one was. A change of the query alone moves nothing. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  const settling = useRef(false);
  useEffect(() => {
    const remember = () => {
      if (settling.current) return;
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
    // What a click leads away from may have been scrolled in the same frame, of which no event has told yet.
    window.addEventListener('click', remember, { capture: true });
    window.addEventListener('pagehide', handOver);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('click', remember, { capture: true });
      window.removeEventListener('pagehide', handOver);
    };
  }, [key, pathname]);
  useLayoutEffect(() => {
    const arrived = shown.current !== pathname;
    shown.current = pathname;
    const known = navigation === 'POP' ? positions.current.get(key) : undefined;
    if (known === undefined) {
      if (arrived) window.scrollTo(0, 0);
      return;
    }
    settling.current = true;
    return settleAt(known, () => {
      settling.current = false;
    });
  }, [key, pathname, navigation]);
}

/** A page that has not grown so long by then does not come back as it was. */
const patienceMilliseconds = 3_000;
const ownScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls there as soon as the page is long enough, unless somebody scrolls before: what comes late, such as the
 * page's own script, makes it shorter at first.
 * @returns ends it; `onEnd` hears of every end once
 */
function settleAt(top: number, onEnd: () => void): () => void {
  const until = performance.now() + patienceMilliseconds;
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const each of ownScrolls) window.removeEventListener(each, end);
    onEnd();
  };
  const go = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 1 || performance.now() > until) end();
    else frame = requestAnimationFrame(go);
  };
  for (const each of ownScrolls) window.addEventListener(each, end, { passive: true });
  go();
  return end;
}
