import type { Subscription } from '#shared/billing.ts';
import { isManageable, isPaymentOpen, isValid } from '#shared/subscription.ts';

/** What somebody pays for, or is to pay: one is bought only where there is none. */
export function findBilledPlan(
  subscriptions: readonly Subscription[] | undefined,
  now: number,
): Subscription | null {
  const isOngoing = (each: Subscription) => isManageable(each) && (isValid(each, now) || isPaymentOpen(each));
  return subscriptions?.find(isOngoing) ?? null;
}

type PlanState = Subscription | null | undefined;

/**
 * The plan to name: the one that counts, or the one whose payment is open, by which nothing can be added. Null is none,
 * undefined is not known.
 */
export function displayedPlan(current: PlanState, held: PlanState): PlanState {
  return current === null ? held : current;
}

/** The plan whose payment is open, where none counts beside it. */
export function unpaidPlan(current: PlanState, held: PlanState): Subscription | null {
  return current === null ? (held ?? null) : null;
}
