import type { Tier } from '#shared/billing/plans.ts';
import type { SubscriptionRow } from '../store.ts';
import type { PaidStatus, PaidSubscription } from '../stripe/port.ts';

type PaidFields = Pick<
  SubscriptionRow,
  | 'payment_id'
  | 'status'
  | 'tier'
  | 'price_id'
  | 'is_trial_active'
  | 'trial_ends_at'
  | 'cancel_at_period_end'
  | 'current_period_ends_at'
  | 'last_bill'
>;

/** Which of several counts; the more a status allows, the earlier. What was never paid for counts for nothing. */
const ranks: Record<PaidStatus, number | null> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  canceled: 3,
  incomplete: null,
  incomplete_expired: null,
};
const goesOn = (status: PaidStatus) => (ranks[status] ?? 2) < 2;

/**
 * Whether it stands still and would go on if it were paid, or had a card: whoever buys another gives it up, or they would
 * pay for both one day.
 */
export const isStopped = ({ status }: PaidSubscription) => ranks[status] === 2;

/** Whether it will be paid for, or is to be: whoever has one buys no other. */
export const isGoingOn = ({ status }: PaidSubscription) => goesOn(status);

/** Whether it was never paid for. */
export const isNothing = ({ status }: PaidSubscription) => ranks[status] === null;

/** Of all that a person ever bought what counts now; of equals the newest. */
export function currentPaid(subscriptions: readonly PaidSubscription[]): PaidSubscription | null {
  const rankOf = ({ status }: PaidSubscription) => ranks[status] ?? Number.POSITIVE_INFINITY;
  const [first] = subscriptions
    .filter(({ status }) => ranks[status] !== null)
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
  return first ?? null;
}

/**
 * What is written of it. Where it ended before the period did, as after payments that failed, nothing is left of that.
 */
export function paidFields(
  subscription: PaidSubscription,
  tierOf: (priceId: string | null) => Exclude<Tier, 'elevated'>,
): PaidFields {
  const { status, priceId, trialEndsAt, currentPeriodEndsAt, endedAt } = subscription;
  return {
    payment_id: subscription.id,
    status: status === 'canceled' ? 'cancelled' : status,
    tier: tierOf(priceId),
    price_id: priceId,
    is_trial_active: status === 'trialing',
    trial_ends_at: trialEndsAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    current_period_ends_at: earlier(currentPeriodEndsAt, endedAt),
    last_bill: subscription.lastBill,
  };
}

function earlier(end: Date | null, ended: Date | null): Date | null {
  return end === null || (ended !== null && ended < end) ? ended : end;
}

/**
 * Whether what the service says takes the place of what is written. What has ended says nothing of a plan that came
 * after it, such as Indie.
 */
export function replaces(written: Pick<SubscriptionRow, 'payment_id'>, paid: PaidSubscription): boolean {
  return written.payment_id === paid.id || goesOn(paid.status);
}
