import { use, useSyncExternalStore } from 'react';
import { SsrEnvironmentContext } from '../session/hydration.ts';

/** Whether a media query matches; updates. During server-side rendering all queries are about wide windows. */
export function useMediaQuery(query: string): boolean {
  const { wide } = use(SsrEnvironmentContext);
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => wide,
  );
}
