import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { holdUser } from '../accounts/user-store.ts';
import { bringAppsBack } from '../apps/offline.ts';
import { bringOrganizationsBack } from '../orgs/offline.ts';

/**
 * Brings back what of somebody is offline, as it was. Where it is being deleted, this waits for the step under way and
 * brings the rest back; the deletion finds nothing more. In the transaction that writes the plan, to be run by
 * `retryTransaction`.
 */
export async function restore(trx: Transaction<Tables>, userId: string): Promise<void> {
  if (!(await holdUser(trx, userId))) return;
  await bringOrganizationsBack(trx, userId);
  await bringAppsBack(trx, userId);
}
