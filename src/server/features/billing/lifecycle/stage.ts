import type { Stage } from '#server/db/schema/billing.ts';
import type { SubscriptionRow } from '../store.ts';

type Terms = Pick<
  SubscriptionRow,
  'status' | 'payment_id' | 'cancel_at_period_end' | 'current_period_ends_at'
>;

/**
 * The stage of a subscription. This is the only place that decides when a plan has ended:
 *
 * - `cancelled`, once its period is over; by the user, or by the service after the last failed payment; - `unpaid`:
 * the service stops retrying; - `paused`: a trial ended without a card.
 *
 * A plan has not ended during payment retries (`past_due`), or by date alone while the service reports it as active.
 * Indie and free plans never end.
 */
export function stageOf(row: Terms, now: Date): Stage {
  switch (row.status) {
    case 'active':
    case 'trialing':
      if (row.payment_id === null) return 'given';
      if (row.cancel_at_period_end) return 'ending';
      return row.status === 'active' ? 'running' : 'trial';
    case 'past_due':
      return row.cancel_at_period_end ? 'ending' : 'failing';
    // Payment services spell it in both ways.
    case 'cancelled':
    case 'canceled':
      return runsOutAt(row, now) === null ? 'over' : 'ending';
    case 'unpaid':
    case 'paused':
      // Even if cancelled: the remaining period was never paid.
      return 'over';
    // The first payment is missing, so the plan never began.
    default:
      return 'none';
  }
}

/** When the plan ends by date alone, without another event; null otherwise. */
export function runsOutAt({ status, current_period_ends_at: end }: Terms, now: Date): Date | null {
  const goesOn = ['active', 'trialing', 'past_due'].includes(status);
  return !goesOn && end !== null && end > now ? end : null;
}

/** Whether the user's content may be online. */
export const allowsContentOnline = (stage: Stage) => stage !== 'none' && stage !== 'over';
