import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { lockUser } from '../accounts/user-store.ts';
import { suspendApps } from '../apps/suspension.ts';
import { findPlan } from '../billing/list.ts';
import { suspendOrganizations } from '../orgs/suspension.ts';
import { findSuspensionTimes } from './find-suspended.ts';

/**
 * Suspends a user's apps and organizations after the end of a plan; open pages and running games learn of it at the
 * commit. Repeated calls suspend later content. With a plan, or as an administrator, nothing is suspended: store the
 * subscription first.
 *
 * Run it within `retryTransaction`, because other transactions lock users and apps in another order.
 * @returns whether it was done
 */
export async function suspend(trx: Transaction<Tables>, userId: string, now: Date): Promise<boolean> {
  // Locks the user: a concurrent publication is either suspended here or sees no plan.
  if (!(await lockUser(trx, userId))) return false;
  if (await findPlan({ db: trx, clock: { now: () => now } }, userId)) return false;
  // All content has the same deletion day, the one notified first.
  const since = (await findSuspensionTimes(trx, userId))?.since ?? now;
  await suspendOrganizations(trx, userId, since);
  await suspendApps(trx, userId, since);
  return true;
}
