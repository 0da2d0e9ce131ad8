import { adminSubscription, type Subscription } from '#shared/billing/billing.ts';
import { findCurrentSubscription, isPaymentOpen } from '#shared/billing/subscription.ts';
import type { Context } from '../../context.ts';
import { findRole } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { stageOf } from './lifecycle/stage.ts';
import { presentSubscription } from './present.ts';
import { listSubscriptionRows } from './store.ts';

/**
 * A user's subscriptions; the first valid one counts. An administrator's plan comes first and is not stored: it
 * follows the role immediately.
 */
export async function subscriptionsOf(
  { db }: Pick<Context, 'db'>,
  person: Pick<Viewer, 'id' | 'role'>,
): Promise<Subscription[]> {
  const rows = await listSubscriptionRows(db, person.id);
  const own = rows.map(presentSubscription);
  return person.role === 'admin' ? [adminSubscription, ...own] : own;
}

/** The user's current plan; null without one. */
export async function findPlan(
  context: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<Subscription | null> {
  const role = await findRole(context.db, userId);
  if (role === undefined) return null;
  return findCurrentSubscription(
    await subscriptionsOf(context, { id: userId, role }),
    context.clock.now().getTime(),
  );
}

/** The plan whose payment is open; null if there is none. */
export async function findOwed({ db }: Pick<Context, 'db'>, userId: string): Promise<Subscription | null> {
  const row = (await listSubscriptionRows(db, userId)).find(isPaymentOpen);
  return row ? presentSubscription(row) : null;
}

/**
 * Whether the user had a plan and has none now, so that their content must be offline. Users who never had one may
 * publish.
 */
export async function hasPlanEnded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<boolean> {
  if ((await findRole(db, userId)) === 'admin') return false;
  const now = clock.now();
  return (await listSubscriptionRows(db, userId)).some((row) => stageOf(row, now) === 'over');
}
