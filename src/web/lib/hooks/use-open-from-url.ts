import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useScrollIntoView } from './use-scroll-into-view.ts';

/**
 * Opens what the address names and brings it into view.
 * @param ready whether it can be there already
 */
export function useOpenFromUrl(ready: boolean): void {
  const { hash, key } = useLocation();
  const bringIntoView = useScrollIntoView(ready);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again is a new key
  useEffect(() => {
    const target = ready ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      bringIntoView(target, target.querySelector('summary'));
    } else bringIntoView(target);
  }, [hash, key, ready]);
}
