import type { Transaction } from 'kysely';
import { handOverFirstMessage } from '#shared/accounts/personal-data.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Tables } from '../../db/schema.ts';
import { withdrawAllFrom, withdrawAllOf, withdrawAllTo } from './invitations/withdraw.ts';
import { deleteOrganizationRow, lockOwned } from './store.ts';

/**
 * Locks a user's organizations until the transaction ends, so that nothing is added to them.
 * @throws FluxError `conflict` with the names of organizations that have other members: these must be handed over
 * first
 */
export async function lockOwnedForDeletion(
  trx: Transaction<Tables>,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const owned = await lockOwned(trx, userId);
  const shared = owned.filter(({ memberCount }) => memberCount > 1).map(({ name }) => name);
  const problem = handOverFirstMessage(shared);
  if (problem !== null) throw new FluxError('conflict', problem, { details: shared });
  return owned;
}

/**
 * Deletes the organizations of a user whose account is deleted, and the invitations by them and to their address.
 * Memberships are deleted with the account.
 * @param owned the result of `lockOwnedForDeletion`; they must not contain applications any more
 * @param address verified, in lower case; null if there is none
 */
export async function deleteOwnedOrganizations(
  trx: Transaction<Tables>,
  { userId, owned, address }: { userId: string; owned: readonly { id: string }[]; address: string | null },
): Promise<void> {
  await withdrawAllFrom(trx, userId);
  if (address !== null) await withdrawAllTo(trx, address);
  for (const { id } of owned) await removeOrganization(trx, id);
}

/** Deletes an organization with its members and invitations. It must be locked and contain no applications. */
export async function removeOrganization(trx: Transaction<Tables>, id: string): Promise<void> {
  await withdrawAllOf(trx, id);
  await deleteOrganizationRow(trx, id);
}
