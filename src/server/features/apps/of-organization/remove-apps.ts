import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { announceAll } from '#server/platform/db/changes.ts';
import { type LockedApp, lockAppsIn, removeFromOrganization } from './store.ts';

/**
 * Removes all apps from an organization; their owners keep them. The organization must be locked.
 * @returns those apps
 */
export async function removeAppsFrom(trx: Transaction<Tables>, organizationId: string): Promise<LockedApp[]> {
  const apps = await lockAppsIn(trx, organizationId);
  const ids = apps.map(({ id }) => id);
  await removeFromOrganization(trx, ids);
  await announceAll<Tables>(trx, 'app', ids);
  return apps;
}
