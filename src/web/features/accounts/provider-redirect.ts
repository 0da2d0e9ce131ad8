import { useEffect, useEffectEvent } from 'react';

/** A page stays on the screen until the provider responds. After this time a stopped navigation can be retried. */
const patienceMilliseconds = 15_000;

let leftAt: number | null = null;

/**
 * Leaves this page for a provider.
 * @returns false if the page is already navigating away
 */
export function redirectTo(path: string): boolean {
  const now = performance.now();
  if (leftAt !== null && now - leftAt < patienceMilliseconds) return false;
  leftAt = now;
  window.location.assign(path);
  return true;
}

/** Runs when the browser restores this page from the back/forward cache. */
export function useRestoredFromCache(onReturn: () => void) {
  const handle = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    leftAt = null;
    onReturn();
  });
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => handle(event);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
