import type { Context } from '#server/context.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import type { User } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { presentUser } from '../present.ts';
import { findUser } from '../store.ts';
import { updateUsername } from '../user-store.ts';
import type { Viewer } from '../viewer.ts';

/** @throws FluxError `unauthenticated` where the account was deleted meanwhile */
export async function getOwnProfile({ db }: Context, viewer: Viewer): Promise<User> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new FluxError('unauthenticated');
  return presentUser(user);
}

/** @throws FluxError `unauthenticated` where the account was deleted meanwhile */
export async function renameSelf(
  { db, clock }: Context,
  viewer: Viewer,
  { username }: { username: string },
): Promise<User> {
  // A trigger copies the name to the user's applications, which another transaction may have locked while it waits
  // for the user: a deadlock, so it is retried.
  const user = await retryTransaction(() => updateUsername(db, viewer.id, username, clock.now()));
  if (!user) throw new FluxError('unauthenticated');
  return presentUser(user);
}
