import type { Transaction } from 'kysely';
import { announceAll } from '../../../platform/db/changes.ts';
import type { Tables } from '../../../schema.ts';
import { lockAppsIn, takeOutOfOrganization } from './store.ts';

/** Leaves every app of an organization to its owner, outside of any. The organization must be held. */
export async function takeAppsOutOf(trx: Transaction<Tables>, organizationId: string): Promise<void> {
  const apps = await lockAppsIn(trx, organizationId);
  const ids = apps.map(({ id }) => id);
  await takeOutOfOrganization(trx, ids);
  await announceAll<Tables>(trx, 'app', ids);
}
