import { useLayoutEffect } from 'react';

/**
 * Marks the document once the shell or the whole page is hydrated. Earlier input is then repeated (src/server/ssr/head.ts),
 * and tests wait for the mark.
 */
export function HydratedMarker({ part }: { part: 'shell' | 'page' }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.hydrated === 'page') return;
    dataset.hydrated = part;
    window.dispatchEvent(new Event('hydrated'));
  }, [part]);
  return null;
}
