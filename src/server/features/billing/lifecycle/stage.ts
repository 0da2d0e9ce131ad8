import type { Stage } from '#server/db/schema/billing.ts';
import type { SubscriptionRow } from '../store.ts';

type Terms = Pick<
  SubscriptionRow,
  'status' | 'payment_id' | 'cancel_at_period_end' | 'current_period_ends_at'
>;

/**
 * Where a subscription is in its life. This is the one place that says when somebody's plan has ended:
 *
 * - `cancelled`, once its period is over; by wish, or by the service after the last attempt to have it paid;
 * - `unpaid`: the service does not try again by itself;
 * - `paused`: a trial that ended without a card.
 *
 * Not while payments are tried again (`past_due`), and not by the calendar alone while the service says that it goes on:
 * what it has not said yet it may say in a moment. Indie, and a plan that nobody pays for, never end.
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
      // Also where it was cancelled: the period that it would go on for was never paid.
      return 'over';
    // Never paid for, so it never began.
    default:
      return 'none';
  }
}

/** When time alone ends it, without another word of the service; null where it does not. */
export function runsOutAt({ status, current_period_ends_at: end }: Terms, now: Date): Date | null {
  const goesOn = ['active', 'trialing', 'past_due'].includes(status);
  return !goesOn && end !== null && end > now ? end : null;
}

/** Whether somebody may have what is theirs online. */
export const allows = (stage: Stage) => stage !== 'none' && stage !== 'over';
