import type { Transaction } from 'kysely';
import type { Role } from '#shared/accounts.ts';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../schema.ts';
import { deleteSessionsOf } from './session-store.ts';
import { lockUserAndAdmins, updateRole } from './user-store.ts';

/**
 * Gives or takes the role of admin, and signs that person out everywhere: a session that somebody stole while it was
 * worth little must not become worth more. Rights are read for each request, so a right taken is gone at once.
 * @returns whether anything changed
 * @throws FluxError `not_found`, `last_admin`
 */
export async function changeRole(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  role: Role,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await lockAsReplaceable(trx, userId, role);
    if (user.role === role) return false;
    await updateRole(trx, userId, role, clock.now());
    await deleteSessionsOf(trx, userId);
    return true;
  });
}

/**
 * Holds a person's row, and all admins', until the transaction ends, and makes sure that an admin remains.
 * @param becomes the role the person will have; null where they leave
 * @throws FluxError `not_found`, `last_admin`
 */
export async function lockAsReplaceable(
  trx: Transaction<Tables>,
  userId: string,
  becomes: Role | null,
): Promise<{ id: string; role: Role; username: string }> {
  const locked = await lockUserAndAdmins(trx, userId);
  const user = locked.find(({ id }) => id === userId);
  if (!user) throw new FluxError('not_found', 'This account no longer exists.');
  const othersAdminister = locked.some(({ id, role }) => id !== userId && role === 'admin');
  if (user.role === 'admin' && becomes !== 'admin' && !othersAdminister) throw new FluxError('last_admin');
  return user;
}
