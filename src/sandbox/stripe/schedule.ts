import type { Kind, Kinds, Subscription } from './objects.ts';

const day = 86_400;
/** The time limit for confirming the first payment. */
const firstPaymentSeconds = 23 * 3600;
/** How long before its end a trial is announced. */
const trialNoticeSeconds = 3 * day;
/** Days after each failed renewal when it is tried again; after the last the subscription ends. */
const retryDays = [3, 5, 7];

/** The same day `count` months later, or the last day of a shorter month. */
export function addMonths(start: number, count: number): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/**
 * The end of the period that begins at `start`, counted from the anchor, so that a short month does not shift later
 * ones.
 */
export function periodEnd(anchor: number, start: number): number {
  let count = 1;
  while (addMonths(anchor, count) <= start) count += 1;
  return addMonths(anchor, count);
}

/** When a renewal that failed so many times is tried again; null is never. */
export function nextRetry(attempts: number, now: number): number | null {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : now + days * day;
}

/** When time alone changes the object next; null is never. A renewal that failed is due with its invoice. */
export function nextDue(object: Kinds[Kind]): number | null {
  if (object.object === 'invoice') return object.status === 'open' ? object.next_payment_attempt : null;
  return object.object === 'subscription' ? subscriptionDue(object) : null;
}

function subscriptionDue(subscription: Subscription): number | null {
  const { status, created, trial_end: trialEnd, items } = subscription;
  if (status === 'incomplete') return created + firstPaymentSeconds;
  if (status === 'trialing' && trialEnd !== null && !subscription._announced)
    return Math.max(created, trialEnd - trialNoticeSeconds);
  const end = items.data[0]?.current_period_end ?? null;
  if (status === 'trialing' || status === 'active') return end;
  // During payment retries it ends with the last one, or with its cancellation.
  return status === 'past_due' && subscription.cancel_at !== null ? end : null;
}
