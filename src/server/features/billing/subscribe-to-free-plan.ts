import type { Subscription } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plans.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { stageOf } from './lifecycle/stage.ts';
import { triggerReconcile } from './lifecycle/trigger-reconcile.ts';
import { presentSubscription } from './present.ts';
import { insertSubscription, lockSubscription, type SubscriptionRow, updateSubscription } from './store.ts';

/**
 * Subscribes a user to Indie: active, without an end and a card. An existing Indie is kept. Only an ended plan is
 * replaced; one with payment retries is not.
 * @throws FluxError `conflict` while another plan is active
 */
export async function subscribeToFreePlan(context: Context, viewer: Viewer): Promise<Subscription> {
  if (viewer.role === 'admin')
    throw new FluxError('conflict', 'Administrators have all permissions and need no plan.');
  const now = context.clock.now();
  const indie = {
    status: 'active',
    tier: 'indie',
    price_id: null,
    payment_id: null,
    last_bill: null,
    is_trial_active: false,
    trial_ends_at: null,
    cancel_at_period_end: false,
    current_period_ends_at: null,
    updated_at: now,
  } as const;
  const row = await context.db.transaction().execute(async (trx): Promise<SubscriptionRow> => {
    const inserted = await insertSubscription(trx, {
      ...indie,
      id: newId(),
      user_id: viewer.id,
      created_at: now,
    });
    if (inserted) return inserted;
    const existing = await lockSubscription(trx, viewer.id);
    if (hasEnded(existing, now)) return updateSubscription(trx, existing.id, indie);
    if (existing.tier === 'indie' && existing.price_id === null) return existing;
    throw new FluxError('conflict', refusal(existing.tier));
  });
  await triggerReconcile(context);
  return presentSubscription(row);
}

/** Some pay for Indie, which is not the one that is chosen here. */
function refusal(tier: SubscriptionRow['tier']): string {
  if (tier === 'indie') return 'You pay for the Indie plan. The free one can be chosen when it has ended.';
  return `You have the ${plans[tier].name} plan. You can choose Indie after it ends.`;
}

/** Whether it has ended permanently. */
function hasEnded(row: SubscriptionRow, now: Date): boolean {
  return row.status === 'incomplete_expired' || stageOf(row, now) === 'over';
}
