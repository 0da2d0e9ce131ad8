import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import type { LimitProblem } from '#shared/billing/limits.ts';
import { findCurrentSubscription } from '#shared/billing/subscription.ts';
import { planOrigin } from '../../lib/session/plan-origin.ts';
import { serverNow } from '../../lib/session/server-time.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { findBilledPlan, unpaidPlan } from './current-plan/billed-plan.ts';
import { useBilledPlan } from './current-plan/use-billed-plan.ts';
import { openPayment } from './open-payment.tsx';
import { subscriptionsQuery, useCurrentSubscription } from './use-subscriptions.ts';

/**
 * The reason why uploads are impossible. Null if unknown: the server decides anyway.
 * @param problemOf the limit's problem for accounts without an open payment; null means without a plan
 */
export function useUploadLimit(
  userId: string,
  problemOf: (plan: Subscription | null) => LimitProblem | null,
) {
  const current = useCurrentSubscription(userId);
  const owed = unpaidPlan(current, useBilledPlan(userId));
  if (owed) return { kind: 'unpaid' as const, ...openPayment(owed) };
  return current === undefined ? null : problemOf(current);
}

/**
 * Handles an upload refused without a plan: an account without one is redirected to the plans. An account
 * with an open payment stays, and finds the link to pay.
 */
export function useMissingPlanRedirect(userId: string): (message: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    const { pathname } = window.location;
    const known = await client.fetchQuery(subscriptionsQuery(userId)).catch(() => []);
    const now = serverNow();
    if (unpaidPlan(findCurrentSubscription(known, now), findBilledPlan(known, now))) return;
    toast(message, { failed: true });
    // Users who have left the page stay where they are.
    if (window.location.pathname === pathname)
      void navigate(paths.subscriptions(), { state: planOrigin(pathname) });
  };
}
