import type { Kysely } from 'kysely';
import { deletionAfter } from '#shared/billing/offline-days.ts';
import type { Tables } from '../../db/schema.ts';
import { countAppsOffline, findAppsOfflineSince } from '../apps/offline.ts';
import { findDeletionAt } from '../billing/lifecycle/store.ts';
import { countOrganizationsOffline, findOrganizationsOfflineSince } from '../orgs/offline.ts';

interface OfflineTimes {
  since: Date;
  /** When it is deleted for good, unless there is a plan again: one day for all of it. */
  deletionAt: Date;
}

export interface SuspendedContent extends OfflineTimes {
  applications: number;
  organizations: number;
}

/** Since when something of somebody is offline; null where nothing is. However much it is, little of it is read. */
export async function findOfflineTimes(db: Kysely<Tables>, userId: string): Promise<OfflineTimes | null> {
  const dates = [await findAppsOfflineSince(db, userId), await findOrganizationsOfflineSince(db, userId)];
  const [since] = dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime());
  if (!since) return null;
  // A warning that came late, as after days without Flux, puts it off.
  return { since, deletionAt: (await findDeletionAt(db, userId)) ?? deletionAfter(since) };
}

/** The same, and how much it is. */
export async function findOffline(db: Kysely<Tables>, userId: string): Promise<SuspendedContent | null> {
  const times = await findOfflineTimes(db, userId);
  if (times === null) return null;
  return {
    ...times,
    applications: await countAppsOffline(db, userId),
    organizations: await countOrganizationsOffline(db, userId),
  };
}
