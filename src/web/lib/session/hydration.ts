import { createContext, use, useSyncExternalStore } from 'react';
import { type SsrEnvironment, type SsrPayload, ssrPayloadId } from '#shared/play/ssr.ts';
import { readJson } from '../files/read-json.ts';

const defaultEnvironment: SsrEnvironment = { locale: 'en', host: '', wide: false, at: 0 };

/** The environment of server-side rendering and hydration. */
export const SsrEnvironmentContext = createContext(defaultEnvironment);

const never = () => () => {};

/**
 * Reads a value that only the browser knows. Server-side rendering and hydration use the value from
 * `onServer`. Afterwards the component renders again with the value from `inBrowser`. Both must return
 * primitives, or React renders endlessly.
 */
export function useHydrated<Value extends string | number | boolean | null>(
  inBrowser: () => Value,
  onServer: (environment: SsrEnvironment) => Value,
): Value {
  const environment = use(SsrEnvironmentContext);
  return useSyncExternalStore(never, inBrowser, () => onServer(environment));
}

/** Whether hydration is over. */
export function useIsHydrated(): boolean {
  return useHydrated(
    () => true,
    () => false,
  );
}

/** Reads the data that the server rendered this page with. Returns null for a page without server-side rendering. */
export function readSsrPayload(): SsrPayload | null {
  const json = document.getElementById(ssrPayloadId)?.textContent;
  return json ? (readJson(json) as SsrPayload | null) : null;
}
