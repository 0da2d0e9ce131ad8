import { useHydrated } from '../../lib/session/hydration.ts';

/** Whether the browser can put the game on the whole screen, which those of iPhones cannot. */
export function useFullscreenEnabled(): boolean {
  return useHydrated(
    () => document.fullscreenEnabled === true,
    () => true,
  );
}
