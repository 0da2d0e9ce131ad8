import { minPageIsolationVersion } from '#shared/play/isolation.ts';
import { useHydrated } from '../../lib/session/hydration.ts';

/** User-Agent Client Hints (wicg.github.io/ua-client-hints), only in Chromium and without TypeScript types. */
interface UserAgentData {
  brands: { brand: string; version: string }[];
  mobile: boolean;
}

/**
 * Whether threads need their own tab, as in all browsers that cannot isolate a framed page by its own header.
 * No API reports that.
 */
export function useThreadsNeedTab(): boolean {
  return useHydrated(
    () => !isolatesFrames((navigator as { userAgentData?: UserAgentData }).userAgentData),
    () => false,
  );
}

function isolatesFrames(told: UserAgentData | undefined): boolean {
  const version = told?.brands.find(({ brand }) => brand === 'Chromium')?.version;
  return version !== undefined && !told?.mobile && Number(version) >= minPageIsolationVersion;
}
