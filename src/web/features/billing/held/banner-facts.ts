import type { Subscription } from '#shared/billing.ts';
import { cancelledDaysLeft, isPaymentOpen, isValid, trialDaysLeft } from '#shared/subscription.ts';
import { useByClock } from '../../../lib/use-by-clock.ts';

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
export function useBannerFacts(
  current: Subscription | null | undefined,
  held: Subscription | null | undefined,
): BannerFacts {
  return {
    cancelled: useByClock((now) => (current ? cancelledDaysLeft(current, now) : null)),
    trial: useByClock((now) => (current ? trialDaysLeft(current, now) : null)),
    overdue: useByClock((now) => !!held && (isPaymentOpen(held) || !isValid(held, now))),
  };
}

export function countBanners({ cancelled, trial, overdue }: BannerFacts): number {
  return [cancelled !== null, trial !== null, overdue].filter(Boolean).length;
}
