import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { holdUser } from '../accounts/user-store.ts';
import { takeAppsOffline } from '../apps/offline.ts';
import { findPlan } from '../billing/list.ts';
import { takeOrganizationsOffline } from '../orgs/offline.ts';
import { findOfflineTimes } from './find-offline.ts';

/**
 * Takes the apps and organizations of somebody whose plan has ended offline, for everyone: pages that show them and games
 * that run hear it at the commit. Asked again it takes what came since. Of somebody who has a plan at this moment, as an
 * administrator always has, nothing is touched: the subscription is written before.
 *
 * To be run by `retryTransaction`: the rows of people and apps are taken in this order here, and by others in another.
 * @returns whether it was done
 */
export async function suspend(trx: Transaction<Tables>, userId: string, now: Date): Promise<boolean> {
  // Whoever publishes at this moment either did before, or finds no plan after.
  if (!(await holdUser(trx, userId))) return false;
  if (await findPlan({ db: trx, clock: { now: () => now } }, userId)) return false;
  // All of it has one day, the one that its owner was told first.
  const since = (await findOfflineTimes(trx, userId))?.since ?? now;
  await takeOrganizationsOffline(trx, userId, since);
  await takeAppsOffline(trx, userId, since);
  return true;
}
