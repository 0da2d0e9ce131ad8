import { useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../session/hydration.ts';

/**
 * For an effect that scrolls to and focuses the element of the address's fragment. On server-rendered pages
 * the browser has done that on load, and the user may have scrolled since.
 * @param ready whether it can exist already
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
