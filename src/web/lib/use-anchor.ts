import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useBringIntoView } from './use-bring-into-view.ts';

/**
 * Brings a part of the page into view where the address ends in its id. The browser does so only as the page loads,
 * when a part that comes by a script is not there yet.
 */
export function useAnchor(id: string): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  const bringIntoView = useBringIntoView(true);
  // Going back leads to where one was; the first page of a visit counts as going back, too.
  const returning = navigation === 'POP' && key !== 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again is a new key
  useEffect(() => {
    if (hash !== `#${id}` || returning) return;
    const target = document.getElementById(id);
    if (target) bringIntoView(target);
  }, [hash, id, key, returning]);
}
