import type { Subscription } from '#shared/billing.ts';
import { cancelledDaysLeft, isValid, trialDaysLeft } from '#shared/subscription.ts';
import { serverNow } from '../../../lib/server-time.ts';

export interface BannerFacts {
  /** Days, as the banner counts them; null where it does not show. */
  cancelled: number | null;
  trial: number | null;
  /** Whether the last payment failed. */
  overdue: boolean;
}

/**
 * @param current the subscription that counts
 * @param held what is paid for, or is to be
 */
export function bannerFacts(
  current: Subscription | null | undefined,
  held: Subscription | null | undefined,
): BannerFacts {
  const now = serverNow();
  return {
    cancelled: current ? cancelledDaysLeft(current, now) : null,
    trial: current ? trialDaysLeft(current, now) : null,
    overdue: !!held && (held.status === 'past_due' || !isValid(held, now)),
  };
}

export function countBanners({ cancelled, trial, overdue }: BannerFacts): number {
  return [cancelled !== null, trial !== null, overdue].filter(Boolean).length;
}
