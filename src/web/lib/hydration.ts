import { createContext, use, useSyncExternalStore } from 'react';
import { type SsrEnvironment, type SsrPayload, ssrPayloadId } from '#shared/ssr.ts';
import { readJson } from './read-json.ts';

const defaultEnvironment: SsrEnvironment = { locale: 'en', host: '', wide: false, at: 0 };

/** For whom the server draws, or has drawn. */
export const SsrEnvironmentContext = createContext(defaultEnvironment);

const never = () => () => {};

/**
 * What only the browser knows. On the server, and while the script takes over what that drew, it is what the server
 * took for it; then at once what it is. Both answers must be the same each time: a text, a number, yes or no.
 */
export function useHydrated<Value extends string | number | boolean | null>(
  here: () => Value,
  drawn: (drawnFor: SsrEnvironment) => Value,
): Value {
  const drawnFor = use(SsrEnvironmentContext);
  return useSyncExternalStore(never, here, () => drawn(drawnFor));
}

/** Whether the page is the browser's by now, for what cannot be drawn before. */
export function useIsHydrated(): boolean {
  return useHydrated(
    () => true,
    () => false,
  );
}

/** What the server that drew this page told its script; null where it did not draw it. */
export function readSsrPayload(): SsrPayload | null {
  const told = document.getElementById(ssrPayloadId)?.textContent;
  return told ? (readJson(told) as SsrPayload | null) : null;
}
