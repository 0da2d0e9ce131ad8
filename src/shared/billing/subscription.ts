import { type DateLike, toMilliseconds } from '../text/dates.ts';
import type { Subscription } from './billing.ts';
import { type TierLimits, tierLimits } from './plans.ts';

/** Rules for whether a subscription counts, and texts about it. */
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
 * In these states the period was not paid, and its end is a month ahead. Otherwise a cancellation would
 * restore what the failed payment took.
 */
const notPaid: readonly string[] = ['past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'];

/** The subscription that counts. */
export function findCurrentSubscription<S extends Terms>(subscriptions: readonly S[], now: number): S | null {
  return subscriptions.find((subscription) => isValid(subscription, now)) ?? null;
}

/**
 * A subscription whose payment is being retried. It allows nothing until then. If there is none, the plan has
 * ended.
 */
export function isPaymentOpen({ status }: Pick<Terms, 'status'>): boolean {
  return status === 'past_due';
}

/** The limits of an account. Without a subscription these are shown, though uploads are impossible. */
export function limitsOf(subscription: Pick<Subscription, 'tier'> | null): TierLimits {
  return tierLimits(subscription?.tier ?? 'indie');
}

/** Whether there is a paid subscription to manage, running or stopped. Some Indie plans are paid too. */
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

/** A cancelled subscription is shown as cancelled immediately, though it runs to the end of its period. */
export function statusDisplay(terms: Ending): StatusDisplay {
  const { status } = terms;
  if (isEnding(terms) && (status === 'active' || status === 'trialing'))
    return { label: 'cancelled', tone: 'warning' };
  if (status === 'active') return { label: 'Active', tone: 'success' };
  if (status === 'trialing') return { label: 'Free Trial', tone: 'info' };
  return { label: status, tone: 'warning' };
}

/** The label of the period's end: a cancelled subscription is neither charged nor renewed. */
export function periodEndLabel(terms: Ending): 'Ends' | 'Charges After' | 'Renews' {
  if (isEnding(terms)) return 'Ends';
  return terms.status === 'trialing' ? 'Charges After' : 'Renews';
}

/** Days in the red banner, rounded up; null if it is hidden. */
export function cancelledDaysLeft(subscription: Terms, now: number): number | null {
  if (!isEnding(subscription)) return null;
  return aboveZero(Math.ceil(daysUntil(subscription.currentPeriodEnd, now)));
}

/** Days in the blue banner, rounded down; null if it is hidden. */
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

/** NaN, which is above nothing, for a missing or invalid date. */
function daysUntil(date: DateLike | null, now: number): number {
  return ((toMilliseconds(date) ?? Number.NaN) - now) / dayMilliseconds;
}

function aboveZero(days: number): number | null {
  return days > 0 ? days : null;
}
