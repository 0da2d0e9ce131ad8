import { useLayoutEffect } from 'react';

/**
 * Tells of the page that what stands around it, or all of it, answers to clicks by now. Those that came before are made
 * again then (src/server/ssr/head.ts), and tests wait for it.
 */
export function HydratedMarker({ what }: { what: 'shell' | 'page' }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.arrived === 'page') return;
    dataset.arrived = what;
    window.dispatchEvent(new Event('arrived'));
  }, [what]);
  return null;
}
