import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useScrollIntoView } from './use-scroll-into-view.ts';

/**
 * Opens the element of the address's fragment and scrolls to it.
 * @param ready whether it can exist already
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
