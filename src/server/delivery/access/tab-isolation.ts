import type { IncomingHttpHeaders } from 'node:http';
import { minPageIsolationVersion } from '#shared/play/isolation.ts';
import { chromiumVersion } from '../routing/client-hints.ts';
import { navigatesFrame } from '../routing/version-resolution.ts';
import type { Headers } from './protection.ts';

/** What a page says that is not isolated. Browsers keep what a 304 leaves out, and the owner may have switched isolation off. */
const notIsolated = {
  'Document-Isolation-Policy': 'none',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Embedder-Policy': 'unsafe-none',
};

/**
 * How a page is isolated as a tab, where `Document-Isolation-Policy` does not isolate it (`protection.ts`). Browsers that do not
 * know that one isolate a page in a tab of its own, with the pages of its build in it, and no page in a frame of others; so
 * there it says nothing. For all others it would only be in the way: it cuts a game off from the windows it opens, and keeps
 * pictures of others out. The page has its sandbox all the same, with which the HTML standard would refuse it; no browser that
 * was tried does (decision 37).
 * @param isolated whether the game needs threads
 */
export function tabIsolation(isolated: boolean, headers: IncomingHttpHeaders): Headers {
  if (!isolated) return notIsolated;
  const version = headers['sec-ch-ua-mobile'] === '?1' ? null : chromiumVersion(headers);
  const isAlone = headers['sec-fetch-dest'] === 'document';
  const needs = version === null || version < minPageIsolationVersion;
  return {
    'Cross-Origin-Opener-Policy': needs && isAlone ? 'same-origin' : 'unsafe-none',
    'Cross-Origin-Embedder-Policy':
      needs && (isAlone || navigatesFrame(headers)) ? 'require-corp' : 'unsafe-none',
  };
}
