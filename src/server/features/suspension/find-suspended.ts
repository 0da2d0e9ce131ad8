import type { Kysely } from 'kysely';
import { deletionAfter } from '#shared/billing/offline-days.ts';
import type { Tables } from '../../db/schema.ts';
import { countSuspendedApps, findAppsSuspendedSince } from '../apps/suspension.ts';
import { findDeletionAt } from '../billing/lifecycle/store.ts';
import { countSuspendedOrganizations, findOrganizationsSuspendedSince } from '../orgs/suspension.ts';

interface SuspensionTimes {
  since: Date;
  /** When it is deleted without a new plan: one day for all content. */
  deletionAt: Date;
}

export interface SuspendedContent extends SuspensionTimes {
  applications: number;
  organizations: number;
}

/** When a user's content went offline; null if it did not. It reads few rows. */
export async function findSuspensionTimes(
  db: Kysely<Tables>,
  userId: string,
): Promise<SuspensionTimes | null> {
  const dates = [await findAppsSuspendedSince(db, userId), await findOrganizationsSuspendedSince(db, userId)];
  const [since] = dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime());
  if (!since) return null;
  // A late warning, such as after downtime, postpones it.
  return { since, deletionAt: (await findDeletionAt(db, userId)) ?? deletionAfter(since) };
}

/** The same, and how much it is. */
export async function findSuspended(db: Kysely<Tables>, userId: string): Promise<SuspendedContent | null> {
  const times = await findSuspensionTimes(db, userId);
  if (times === null) return null;
  return {
    ...times,
    applications: await countSuspendedApps(db, userId),
    organizations: await countSuspendedOrganizations(db, userId),
  };
}
