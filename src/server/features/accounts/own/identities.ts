import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import type { Identity } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { deleteOtherSessions } from '../session-store.ts';
import { copyIdentityToUser } from '../user-store.ts';
import type { Viewer } from '../viewer.ts';
import { requireFreshSignIn } from './fresh-sign-in.ts';
import { deleteIdentity, listIdentityRows, lockIdentityRows } from './identity-store.ts';

/** The user's identities, oldest first. The provider's subject is not sent to clients. */
export async function listOwnIdentities({ db }: Context, viewer: Viewer): Promise<Identity[]> {
  const rows = await listIdentityRows(db, viewer.id);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    email: row.email,
    createdAt: row.created_at.toISOString(),
  }));
}

/**
 * Removes an identity and ends the other sessions that may have used it, because it may be compromised. If the
 * account's address came from it, the oldest remaining identity provides the new one.
 * @throws FluxError `fresh_sign_in_required`, `not_found`, `conflict` for the last one
 */
export async function removeOwnIdentity(context: Context, viewer: Viewer, identityId: string): Promise<void> {
  requireFreshSignIn(context, viewer);
  const remove = async (trx: Transaction<Tables>) => {
    const identities = await lockIdentityRows(trx, viewer.id);
    const identity = identities.find(({ id }) => id === identityId);
    if (!identity) throw new FluxError('not_found', 'This sign-in method no longer exists.');
    const [oldestLeft] = identities.filter(({ id }) => id !== identityId);
    if (!oldestLeft)
      throw new FluxError('conflict', 'This is your only sign-in method. Add another one first.');
    await deleteIdentity(trx, identity.id);
    await copyIdentityToUser(trx, oldestLeft);
    await deleteOtherSessions(trx, viewer.id, viewer.sessionId, identity.provider);
  };
  await retryTransaction(() => context.db.transaction().execute(remove));
}
