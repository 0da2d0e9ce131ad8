import { useHydrated } from '../../lib/session/hydration.ts';

/** Whether the browser keeps the storage of cross-origin frames in memory only, as WebKit does. No API reports it. */
export function usePartitionedStorage(): boolean {
  return useHydrated(
    () => navigator.vendor.startsWith('Apple'),
    () => false,
  );
}
