import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useScrollIntoView } from './use-scroll-into-view.ts';

/**
 * Scrolls to the part of the page whose id is the address's fragment. The browser does that only on page
 * load, when a part from a script does not exist yet. Runs once for each navigation: later changes of the
 * page must not scroll it or move the focus.
 * @param elementId the element's id, if it differs
 */
export function useAnchor(id: string, elementId = id): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  const bringIntoView = useScrollIntoView(true);
  const handledKey = useRef<string>(null);
  // Back restores the old position. The first page of a visit also has the type POP.
  const returning = navigation === 'POP' && key !== 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an effect event, returned by a hook
  useEffect(() => {
    if (handledKey.current === key) return;
    handledKey.current = key;
    if (hash !== `#${id}` || returning) return;
    const target = document.getElementById(elementId);
    if (target) bringIntoView(target);
  }, [hash, id, elementId, key, returning]);
}
