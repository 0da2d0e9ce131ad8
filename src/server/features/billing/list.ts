import { adminSubscription, type Subscription } from '#shared/billing/billing.ts';
import { findCurrentSubscription, isPaymentOpen } from '#shared/billing/subscription.ts';
import type { Context } from '../../context.ts';
import { findRole } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { stageOf } from './lifecycle/stage.ts';
import { presentSubscription } from './present.ts';
import { listSubscriptionRows } from './store.ts';

/**
 * What somebody subscribes to, the first valid one being what counts. An administrator's comes first and is in no
 * table: a role given or taken away changes it with the next request.
 */
export async function subscriptionsOf(
  { db }: Pick<Context, 'db'>,
  person: Pick<Viewer, 'id' | 'role'>,
): Promise<Subscription[]> {
  const rows = await listSubscriptionRows(db, person.id);
  const own = rows.map(presentSubscription);
  return person.role === 'admin' ? [adminSubscription, ...own] : own;
}

/** The subscription that counts for a person now, whoever asks; null is none. */
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

/** What somebody has a plan by once its payment, which is open, is made; null where there is no such thing. */
export async function findOwed({ db }: Pick<Context, 'db'>, userId: string): Promise<Subscription | null> {
  const row = (await listSubscriptionRows(db, userId)).find(isPaymentOpen);
  return row ? presentSubscription(row) : null;
}

/** Whether somebody had a plan and has none any more, so that nothing of theirs may be online. Who never had one may. */
export async function hasPlanEnded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<boolean> {
  if ((await findRole(db, userId)) === 'admin') return false;
  const now = clock.now();
  return (await listSubscriptionRows(db, userId)).some((row) => stageOf(row, now) === 'over');
}
