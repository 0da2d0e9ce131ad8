import { useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../session/hydration.ts';

/**
 * For an effect that brings what the address names into view and to the keyboard. Where the server drew it the browser
 * has done so itself as the page came, and its reader may have gone on since.
 * @param ready whether it can be there already
 */
export function useScrollIntoView(
  ready: boolean,
): (target: HTMLElement, focused?: HTMLElement | null) => void {
  const { key } = useLocation();
  const isLive = useIsHydrated();
  const [wasDrawn] = useState(ready && !isLive);
  return useEffectEvent((target, focused = target) => {
    const isInView = wasDrawn && key === 'default';
    if (!isInView) target.scrollIntoView();
    if (!isInView || document.activeElement === document.body) focused?.focus({ preventScroll: true });
  });
}
