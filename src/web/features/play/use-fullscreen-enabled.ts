import { useHere } from '../../lib/hydration.ts';

/** Whether the browser can put the game on the whole screen, which those of iPhones cannot. */
export function useFullscreenEnabled(): boolean {
  return useHere(
    () => document.fullscreenEnabled === true,
    () => true,
  );
}
