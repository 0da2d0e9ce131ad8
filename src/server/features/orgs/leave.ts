import type { Transaction } from 'kysely';
import { handOverFirstMessage } from '#shared/accounts/personal-data.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Tables } from '../../db/schema.ts';
import { withdrawAllFrom, withdrawAllOf, withdrawAllTo } from './invitations/withdraw.ts';
import { deleteOrganizationRow, lockOwned } from './store.ts';

/**
 * Holds what somebody owns until the transaction ends, so that nobody joins it or puts an application into it.
 * @throws FluxError `conflict`, naming the organizations that have other members: nobody takes one from others by leaving
 */
export async function holdOwnedAlone(
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
 * Deletes what a person who leaves Flux owned alone, and the invitations by them and to their address. Their
 * memberships go with their account.
 * @param owned what `holdOwnedAlone` answered; no application may be in it any more
 * @param address proved to be theirs, in lower case; null where there is none
 */
export async function leaveOrganizations(
  trx: Transaction<Tables>,
  { userId, owned, address }: { userId: string; owned: readonly { id: string }[]; address: string | null },
): Promise<void> {
  await withdrawAllFrom(trx, userId);
  if (address !== null) await withdrawAllTo(trx, address);
  for (const { id } of owned) await removeOrganization(trx, id);
}

/** With its members, and what was sent to whom it invited. It must be held, and no application may be in it any more. */
export async function removeOrganization(trx: Transaction<Tables>, id: string): Promise<void> {
  await withdrawAllOf(trx, id);
  await deleteOrganizationRow(trx, id);
}
