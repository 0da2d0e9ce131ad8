import { firstToIsolatePages } from '#shared/play/isolation.ts';
import { useHydrated } from '../../lib/session/hydration.ts';

/** User-Agent Client Hints (wicg.github.io/ua-client-hints), which TypeScript does not know and Chromium alone has. */
interface UserAgentData {
  brands: { brand: string; version: string }[];
  mobile: boolean;
}

/**
 * Whether threads need a tab of their own here, as in all browsers that do not isolate a page inside another one by its own
 * header; no page can ask whether they do.
 */
export function useThreadsNeedTab(): boolean {
  return useHydrated(
    () => !isolatesFrames((navigator as { userAgentData?: UserAgentData }).userAgentData),
    () => false,
  );
}

function isolatesFrames(told: UserAgentData | undefined): boolean {
  const version = told?.brands.find(({ brand }) => brand === 'Chromium')?.version;
  return version !== undefined && !told?.mobile && Number(version) >= firstToIsolatePages;
}
