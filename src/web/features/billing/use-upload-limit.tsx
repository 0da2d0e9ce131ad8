import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import type { LimitProblem } from '#shared/billing/limits.ts';
import { currentOf } from '#shared/billing/subscription.ts';
import { planOrigin } from '../../lib/session/plan-origin.ts';
import { serverNow } from '../../lib/session/server-time.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/loading/toast.tsx';
import { findBilledPlan, unpaidPlan } from './current-plan/billed-plan.ts';
import { useBilledPlan } from './current-plan/use-billed-plan.ts';
import { openPayment } from './open-payment.tsx';
import { subscriptionsQuery, useCurrentSubscription } from './use-subscriptions.ts';

/**
 * Why somebody can upload nothing more. While it is not known, it is null: the server decides in any case.
 * @param problemOf what the limits say to who has no payment open; null of the plan: none
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
 * What follows where an upload was refused for want of a plan: who has none is told and led to the plans. Whose payment is open
 * has one, which may have become known by the refusal alone, and finds the way to pay where they are.
 */
export function useMissingPlanRedirect(userId: string): (message: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    const { pathname } = window.location;
    const known = await client.fetchQuery(subscriptionsQuery(userId)).catch(() => []);
    const now = serverNow();
    if (unpaidPlan(currentOf(known, now), findBilledPlan(known, now))) return;
    toast(message, { failed: true });
    // Who went elsewhere meanwhile stays there.
    if (window.location.pathname === pathname)
      void navigate(paths.subscriptions(), { state: planOrigin(pathname) });
  };
}
