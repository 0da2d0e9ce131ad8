import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Opens what the address names and brings it into view.
 * @param ready whether it can be there already
 */
export function useOpenedByAddress(ready: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again is a new key
  useEffect(() => {
    const target = ready ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector('summary')?.focus({ preventScroll: true });
    } else target.focus({ preventScroll: true });
    target.scrollIntoView();
  }, [hash, key, ready]);
}
