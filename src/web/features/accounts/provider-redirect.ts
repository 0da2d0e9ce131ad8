import { useEffect, useEffectEvent } from 'react';

/** A page stays on the screen until the provider answers. One that was stopped meanwhile may try again after this. */
const patienceMilliseconds = 15_000;

let leftAt: number | null = null;

/**
 * Leaves this page for a provider.
 * @returns false where the page is leaving already
 */
export function redirectTo(path: string): boolean {
  const now = performance.now();
  if (leftAt !== null && now - leftAt < patienceMilliseconds) return false;
  leftAt = now;
  window.location.assign(path);
  return true;
}

/** Runs when the browser brings this page back as it was left, by Back. */
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
