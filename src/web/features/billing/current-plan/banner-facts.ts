import type { Subscription } from '#shared/billing/billing.ts';
import { cancelledDaysLeft, isPaymentOpen, isValid, trialDaysLeft } from '#shared/billing/subscription.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import type { BannerKind } from './banners-skeleton.tsx';

export interface BannerFacts {
  /** The days in the banner; null if it is hidden. */
  cancelled: number | null;
  trial: number | null;
  /** Whether the last payment failed. */
  overdue: boolean;
}

/**
 * @param current the subscription that counts
 * @param billed the plan that is paid or has an open payment
 */
export function useBannerFacts(
  current: Subscription | null | undefined,
  billed: Subscription | null | undefined,
): BannerFacts {
  return {
    cancelled: useNow((now) => (current ? cancelledDaysLeft(current, now) : null)),
    trial: useNow((now) => (current ? trialDaysLeft(current, now) : null)),
    overdue: useNow((now) => !!billed && (isPaymentOpen(billed) || !isValid(billed, now))),
  };
}

/** The visible banners, in order. */
export function bannersOf({ cancelled, trial, overdue }: BannerFacts): BannerKind[] {
  return [
    ...(overdue ? (['overdue'] as const) : []),
    ...(cancelled !== null ? (['cancelled'] as const) : []),
    ...(trial !== null ? (['trial'] as const) : []),
  ];
}
