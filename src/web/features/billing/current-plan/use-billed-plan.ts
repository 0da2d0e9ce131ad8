import type { Subscription } from '#shared/billing.ts';
import { isValid } from '#shared/subscription.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useSubscriptions } from '../use-subscriptions.ts';
import { findBilledPlan } from './billed-plan.ts';

/** What somebody pays for, or is to pay: null is nothing, undefined is not known. Never what comes with a role. */
export function useBilledPlan(userId: string | undefined): Subscription | null | undefined {
  const { data } = useSubscriptions(userId);
  return useNow((now) => data && findBilledPlan(data, now));
}

/** Whether its last payment failed, and nothing can be added until it is made. */
export function isOverdue(held: Subscription): boolean {
  return !isValid(held, serverNow());
}
