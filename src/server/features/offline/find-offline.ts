import type { Kysely } from 'kysely';
import { deletionAfter } from '#shared/offline-days.ts';
import type { Tables } from '../../schema.ts';
import { findOfflineApps } from '../apps/offline.ts';
import { findDeletionAt } from '../billing/life/store.ts';
import { findOfflineOrganizations } from '../orgs/offline.ts';

export interface OfflineHoldings {
  since: Date;
  /** When it is deleted for good, unless there is a plan again: one day for all of it. */
  deletionAt: Date;
  applications: number;
  organizations: number;
}

/** What of somebody is offline; null where nothing is. */
export async function findOffline(db: Kysely<Tables>, userId: string): Promise<OfflineHoldings | null> {
  const apps = await findOfflineApps(db, userId);
  const organizations = await findOfflineOrganizations(db, userId);
  const [since] = [apps.since, organizations.since]
    .filter((date) => date !== null)
    .sort((a, b) => a.getTime() - b.getTime());
  if (!since) return null;
  return {
    since,
    // A warning that came late, as after days without Flux, puts it off.
    deletionAt: (await findDeletionAt(db, userId)) ?? deletionAfter(since),
    applications: apps.count,
    organizations: organizations.count,
  };
}
