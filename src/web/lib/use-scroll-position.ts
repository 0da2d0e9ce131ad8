import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page begins at its top; going back leads to where one was. A change of the query alone moves nothing. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useEffect(() => {
    const remember = () => positions.current.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
  useLayoutEffect(() => {
    const arrived = shown.current !== pathname;
    shown.current = pathname;
    if (navigation === 'POP') {
      const known = positions.current.get(key);
      if (known !== undefined) window.scrollTo(0, known);
    } else if (arrived) window.scrollTo(0, 0);
  }, [key, pathname, navigation]);
}
