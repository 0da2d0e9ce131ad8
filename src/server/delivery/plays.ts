import type { ContentRequest } from './delivery-context.ts';
import { asksForFramed } from './routing/target.ts';
import { opensPage } from './routing/version-resolution.ts';

/**
 * Whether a request for the page of a game counts as a play: a tab or frame opens it, also if it is unchanged. A prefetch
 * does not count, nor does the creator's page inside a page of Flux, which was counted itself.
 */
export function isPlay({ request, target }: ContentRequest): boolean {
  const isPrefetch = request.headers['sec-purpose'] !== undefined;
  return request.method === 'GET' && opensPage(request.headers) && !isPrefetch && !asksForFramed(target);
}
