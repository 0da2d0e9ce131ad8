import type { Subscription } from '#shared/billing/billing.ts';
import { planLimits } from '#shared/billing/plans.ts';
import type { SubscriptionRow } from './store.ts';

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    subscriptionId: row.id,
    status: row.status,
    isTrialActive: row.is_trial_active,
    trialEnd: row.trial_ends_at?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    currentPeriodEnd: row.current_period_ends_at?.toISOString() ?? null,
    priceId: row.price_id,
    tier: row.tier,
    planLimits: planLimits(row.tier),
    isAdmin: false,
  };
}
