import type { IncomingHttpHeaders } from 'node:http';
import { firstToIsolatePages } from '#shared/isolation.ts';
import { leadsFrame } from './bind.ts';
import { chromiumVersion } from './client-hints.ts';
import type { Headers } from './protection.ts';

/**
 * What the page of a build with threads says besides `Document-Isolation-Policy`. Browsers that do not know that one isolate a
 * page in a tab of its own, with the pages of its build in it, and no page in a frame of others; so there it says nothing. For
 * all others it would only be in the way: it cuts a game off from the windows it opens, and keeps pictures of others out.
 * It is said by value either way, because a browser keeps what a 304 leaves out. The page has its sandbox all the same, with
 * which the HTML standard would refuse it; no browser that was tried does (decision 37).
 */
export function tabIsolation(headers: IncomingHttpHeaders): Headers {
  const version = headers['sec-ch-ua-mobile'] === '?1' ? null : chromiumVersion(headers);
  const isAlone = headers['sec-fetch-dest'] === 'document';
  const needs = version === null || version < firstToIsolatePages;
  return {
    'Cross-Origin-Opener-Policy': needs && isAlone ? 'same-origin' : 'unsafe-none',
    'Cross-Origin-Embedder-Policy':
      needs && (isAlone || leadsFrame(headers)) ? 'require-corp' : 'unsafe-none',
  };
}
