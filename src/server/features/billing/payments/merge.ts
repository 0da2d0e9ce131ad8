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

/** The order of several subscriptions: by rights of their status. Never paid ones are ignored. */
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
const isRenewing = (status: PaidStatus) => (ranks[status] ?? 2) < 2;

/**
 * Whether it is stopped and would continue with a payment or a card. Buying another plan cancels it, so that users do
 * not pay twice.
 */
export const isStopped = ({ status }: PaidSubscription) => ranks[status] === 2;

/** Whether it is paid, or will be: its user cannot buy another. */
export const isUsable = ({ status }: PaidSubscription) => isRenewing(status);

/** Whether it was never paid for. */
export const isNeverPaid = ({ status }: PaidSubscription) => ranks[status] === null;

/** The current one of all of a user's subscriptions; of equal ones the newest. */
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

/** The stored fields. A plan that ended early, such as after failed payments, has no remaining period. */
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

/** Whether the service's state replaces the stored one. An ended plan does not replace a later one, such as Indie. */
export function replaces(written: Pick<SubscriptionRow, 'payment_id'>, paid: PaidSubscription): boolean {
  return written.payment_id === paid.id || isRenewing(paid.status);
}
