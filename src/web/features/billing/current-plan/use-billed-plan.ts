import type { Subscription } from '#shared/billing/billing.ts';
import { isValid } from '#shared/billing/subscription.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { serverNow } from '#web/lib/session/server-time.ts';
import { useSubscriptions } from '../use-subscriptions.ts';
import { findBilledPlan } from './billed-plan.ts';

/** The plan that a user pays for or has to pay for. Null means none, undefined not known yet. Plans from a role do not count. */
export function useBilledPlan(userId: string | undefined): Subscription | null | undefined {
  const { data } = useSubscriptions(userId);
  return useNow((now) => data && findBilledPlan(data, now));
}

/** Whether the last payment failed. Uploads are blocked until it succeeds. */
export function isOverdue(billed: Subscription): boolean {
  return !isValid(billed, serverNow());
}
