import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { announceAll } from '#server/platform/db/changes.ts';
import { type LockedApp, lockAppsIn, removeFromOrganization } from './store.ts';

/**
 * Leaves every app of an organization to its owner, outside of any. The organization must be held.
 * @returns those apps
 */
export async function removeAppsFrom(trx: Transaction<Tables>, organizationId: string): Promise<LockedApp[]> {
  const apps = await lockAppsIn(trx, organizationId);
  const ids = apps.map(({ id }) => id);
  await removeFromOrganization(trx, ids);
  await announceAll<Tables>(trx, 'app', ids);
  return apps;
}
