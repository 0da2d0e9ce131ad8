import type { Subscription } from '#shared/billing.ts';
import { isManageable, isValid } from '#shared/subscription.ts';

/** What somebody pays for, or is to pay: one is bought only where there is none. */
export function heldPlan(
  subscriptions: readonly Subscription[] | undefined,
  now: number,
): Subscription | null {
  const goesOn = (each: Subscription) => isManageable(each) && (isValid(each, now) || isOpen(each));
  return subscriptions?.find(goesOn) ?? null;
}

/** It waits for a payment that is tried again, and allows nothing until then. Where nothing is, the plan has ended. */
export function isOpen({ status }: Subscription): boolean {
  return status === 'past_due';
}
