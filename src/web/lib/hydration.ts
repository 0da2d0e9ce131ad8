import { createContext, use, useSyncExternalStore } from 'react';
import { type DrawnFor, type Handover, handoverId } from '#shared/ssr.ts';
import { readJson } from './read-json.ts';

const nobody: DrawnFor = { locale: 'en', host: '', wide: false, at: 0 };

/** For whom the server draws, or has drawn. */
export const DrawnForContext = createContext(nobody);

const never = () => () => {};

/**
 * What only the browser knows. On the server, and while the script takes over what that drew, it is what the server
 * took for it; then at once what it is. Both answers must be the same each time: a text, a number, yes or no.
 */
export function useHere<Value extends string | number | boolean | null>(
  here: () => Value,
  drawn: (drawnFor: DrawnFor) => Value,
): Value {
  const drawnFor = use(DrawnForContext);
  return useSyncExternalStore(never, here, () => drawn(drawnFor));
}

/** Whether the page is the browser's by now, for what cannot be drawn before. */
export function useIsLive(): boolean {
  return useHere(
    () => true,
    () => false,
  );
}

/** What the server that drew this page told its script; null where it did not draw it. */
export function readHandover(): Handover | null {
  const told = document.getElementById(handoverId)?.textContent;
  return told ? (readJson(told) as Handover | null) : null;
}
