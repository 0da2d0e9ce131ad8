import { type DateLike, toMilliseconds } from '../text/dates.ts';
import type { Subscription } from './billing.ts';
import { type TierLimits, tierLimits } from './plans.ts';

/** What decides whether a subscription counts, and what is said about it. */
interface Terms {
  status: string;
  isTrialActive: boolean;
  trialEnd: DateLike | null;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: DateLike | null;
}

export function isValid(subscription: Terms, now: number): boolean {
  if (subscription.status === 'active' || subscription.status === 'trialing') return true;
  if (subscription.isTrialActive && isAfter(subscription.trialEnd, now)) return true;
  if (notPaid.includes(subscription.status)) return false;
  return isEnding(subscription) && isAfter(subscription.currentPeriodEnd, now);
}

/**
 * Of these the period was not paid, and its end is a month on by then: cancelling what is owed would otherwise give back what
 * the failed payment took.
 */
const notPaid: readonly string[] = ['past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'];

/** The subscription that counts. */
export function currentOf<S extends Terms>(subscriptions: readonly S[], now: number): S | null {
  return subscriptions.find((subscription) => isValid(subscription, now)) ?? null;
}

/** It waits for a payment that is tried again, and allows nothing until then. Where nothing is, the plan has ended. */
export function isPaymentOpen({ status }: Pick<Terms, 'status'>): boolean {
  return status === 'past_due';
}

/** What somebody may have; without a subscription these are shown, though nothing can be uploaded. */
export function limitsOf(subscription: Pick<Subscription, 'tier'> | null): TierLimits {
  return tierLimits(subscription?.tier ?? 'indie');
}

/** Whether there is something to manage: a payment that goes on, or one that was stopped. Some pay for Indie, too. */
export function isManageable({
  isAdmin,
  tier,
  priceId,
}: Pick<Subscription, 'isAdmin' | 'tier' | 'priceId'>): boolean {
  return !isAdmin && (tier !== 'indie' || priceId !== null);
}

export interface StatusDisplay {
  label: string;
  tone: 'success' | 'info' | 'warning';
}

/** What was cancelled is that from the moment on, though it goes on to the end of its period. */
export function statusDisplay(terms: Ending): StatusDisplay {
  const { status } = terms;
  if (isEnding(terms) && (status === 'active' || status === 'trialing'))
    return { label: 'cancelled', tone: 'warning' };
  if (status === 'active') return { label: 'Active', tone: 'success' };
  if (status === 'trialing') return { label: 'Free Trial', tone: 'info' };
  return { label: status, tone: 'warning' };
}

/** What stands before the end of the period: nothing is charged or renewed where it was cancelled. */
export function periodEndLabel(terms: Ending): 'Ends' | 'Charges After' | 'Renews' {
  if (isEnding(terms)) return 'Ends';
  return terms.status === 'trialing' ? 'Charges After' : 'Renews';
}

/** Days that the red banner counts, begun ones whole; null where it does not show. */
export function cancelledDaysLeft(subscription: Terms, now: number): number | null {
  if (!isEnding(subscription)) return null;
  return aboveZero(Math.ceil(daysUntil(subscription.currentPeriodEnd, now)));
}

/** Days that the blue banner counts, whole ones only; null where it does not show. */
export function trialDaysLeft(subscription: Terms, now: number): number | null {
  if (subscription.status !== 'trialing') return null;
  return aboveZero(Math.floor(daysUntil(subscription.trialEnd, now)));
}

const dayMilliseconds = 86_400_000;

type Ending = Pick<Terms, 'status' | 'cancelAtPeriodEnd'>;

function isEnding({ status, cancelAtPeriodEnd }: Ending): boolean {
  return status === 'cancelled' || cancelAtPeriodEnd;
}

function isAfter(date: DateLike | null, now: number): boolean {
  return daysUntil(date, now) > 0;
}

/** NaN, which is above nothing, where there is no date or it cannot be read. */
function daysUntil(date: DateLike | null, now: number): number {
  return ((toMilliseconds(date) ?? Number.NaN) - now) / dayMilliseconds;
}

function aboveZero(days: number): number | null {
  return days > 0 ? days : null;
}
