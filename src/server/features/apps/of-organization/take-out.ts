import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { announceAll } from '#server/platform/db/changes.ts';
import { type HeldApp, lockAppsIn, takeOutOfOrganization } from './store.ts';

/**
 * Leaves every app of an organization to its owner, outside of any. The organization must be held.
 * @returns those apps
 */
export async function takeAppsOutOf(trx: Transaction<Tables>, organizationId: string): Promise<HeldApp[]> {
  const apps = await lockAppsIn(trx, organizationId);
  const ids = apps.map(({ id }) => id);
  await takeOutOfOrganization(trx, ids);
  await announceAll<Tables>(trx, 'app', ids);
  return apps;
}
