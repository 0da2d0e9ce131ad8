import { useHydrated } from '../../lib/session/hydration.ts';

/** Whether the browser supports fullscreen for elements; iPhones do not. */
export function useFullscreenEnabled(): boolean {
  return useHydrated(
    () => document.fullscreenEnabled === true,
    () => true,
  );
}
