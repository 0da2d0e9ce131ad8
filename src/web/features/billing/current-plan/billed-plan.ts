import type { Subscription } from '#shared/billing/billing.ts';
import { isManageable, isPaymentOpen, isValid } from '#shared/billing/subscription.ts';

/** The plan that a user pays for or has to pay for. A plan can be bought only without one. */
export function findBilledPlan(
  subscriptions: readonly Subscription[] | undefined,
  now: number,
): Subscription | null {
  const isOngoing = (each: Subscription) => isManageable(each) && (isValid(each, now) || isPaymentOpen(each));
  return subscriptions?.find(isOngoing) ?? null;
}

type PlanState = Subscription | null | undefined;

/**
 * The plan to display: the current one, else the one with an open payment, which permits no uploads. Null
 * means none, undefined not known yet.
 */
export function displayedPlan(current: PlanState, billed: PlanState): PlanState {
  return current === null ? billed : current;
}

/** The plan with an open payment, if there is no current plan. */
export function unpaidPlan(current: PlanState, billed: PlanState): Subscription | null {
  return current === null ? (billed ?? null) : null;
}
