import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { lockUser } from '../accounts/user-store.ts';
import { restoreApps } from '../apps/suspension.ts';
import { restoreOrganizations } from '../orgs/suspension.ts';

/**
 * Restores a user's offline content. During a deletion this waits for its current step and restores the rest; the
 * deletion then ends. Runs in the transaction that stores the plan, within `retryTransaction`.
 */
export async function restore(trx: Transaction<Tables>, userId: string): Promise<void> {
  if (!(await lockUser(trx, userId))) return;
  await restoreOrganizations(trx, userId);
  await restoreApps(trx, userId);
}
