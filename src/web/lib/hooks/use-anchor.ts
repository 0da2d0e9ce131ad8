import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useScrollIntoView } from './use-scroll-into-view.ts';

/**
 * Brings a part of the page into view where the address ends in its id. The browser does so only as the page loads,
 * when a part that comes by a script is not there yet. Runs once for each navigation: later changes of the page must not
 * scroll it or move the focus.
 * @param elementId the element, where its id is another one
 */
export function useAnchor(id: string, elementId = id): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  const bringIntoView = useScrollIntoView(true);
  const handledKey = useRef<string>(null);
  // Going back leads to where one was; the first page of a visit counts as going back, too.
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
