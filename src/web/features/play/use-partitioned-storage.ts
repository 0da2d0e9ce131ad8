import { useHydrated } from '../../lib/hydration.ts';

/**
 * Whether the browser keeps what a frame of another origin saves in memory alone, as all of WebKit's do; no page can ask
 * whether it does.
 */
export function usePartitionedStorage(): boolean {
  return useHydrated(
    () => navigator.vendor.startsWith('Apple'),
    () => false,
  );
}
