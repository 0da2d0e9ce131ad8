import type { DeliveryContext, Visit } from './delivery-context.ts';
import { asksForFramed } from './routing/target.ts';
import { opensPage } from './routing/version-resolution.ts';

/**
 * Counts a play: the page of a game is opened, in a tab or a frame. Not its files; not the creator's own page inside of a
 * page of ours, which was counted; and not what a browser fetches ahead. A page that is known and unchanged was opened all
 * the same.
 */
export function notePlay({ meter }: Pick<DeliveryContext, 'meter'>, { request, target }: Visit): void {
  if (request.method !== 'GET' || !opensPage(request.headers)) return;
  if (request.headers['sec-purpose'] !== undefined) return;
  if (asksForFramed(target)) return;
  meter.plays += 1;
}
