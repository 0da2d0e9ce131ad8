import type { Transaction } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { writeAudit } from '../audit/write.ts';
import { deleteSessionsOf } from './session-store.ts';
import { type LockedUser, lockUserAndAdmins, updateRole } from './user-store.ts';

/** The actor: an administrator's account, or the operator. */
export type Actor = { id: string } | 'the command line' | 'the configuration';

/** The actor as recorded in the audit log. */
export function actorOf(actor: Actor): { actorId: string | null; actorName?: string } {
  return typeof actor === 'string' ? { actorId: null, actorName: actor } : { actorId: actor.id };
}

/**
 * Grants or revokes the role of administrator and ends that user's sessions: a stolen session must not gain rights.
 * Permissions are read for each request, so a revoked right ends immediately.
 * @returns whether anything changed
 * @throws FluxError `not_found`, `last_admin`; `forbidden` if the actor is no longer an administrator
 */
export async function changeRole(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  role: Role,
  actor: Actor = 'the command line',
): Promise<boolean> {
  const change = async (trx: Transaction<Tables>) => {
    const user = await lockWithOtherAdmin(trx, userId, role);
    await requireAdministrator(trx, actor);
    if (user.role === role) return false;
    const now = clock.now();
    await updateRole(trx, userId, role, now);
    await deleteSessionsOf(trx, userId);
    await writeAudit(
      trx,
      {
        ...actorOf(actor),
        action: 'user.role',
        target: { kind: 'user', id: userId, name: user.username },
        before: { role: user.role },
        after: { role },
      },
      now,
    );
    return true;
  };
  // A concurrent re-authentication locks its session before the user.
  return retryTransaction(() => db.transaction().execute(change));
}

/**
 * Locks the user and all administrators until the transaction ends, and ensures that an enabled administrator
 * remains.
 * @param becomes the user's next role; null if they are deleted or disabled
 * @throws FluxError `not_found`, `last_admin`
 */
export async function lockWithOtherAdmin(
  trx: Transaction<Tables>,
  userId: string,
  becomes: Role | null,
): Promise<LockedUser> {
  const locked = await lockUserAndAdmins(trx, userId);
  const user = locked.find(({ id }) => id === userId);
  if (!user) throw new FluxError('not_found', 'This account no longer exists.');
  const othersAdminister = locked.some((other) => other.id !== userId && listAdministrationChanges(other));
  if (listAdministrationChanges(user) && becomes !== 'admin' && !othersAdminister)
    throw new FluxError('last_admin');
  return user;
}

/**
 * Of two administrators who act on each other at once, the second may be none any more: then it is asked while
 * `lockWithOtherAdmin` holds them all.
 * @throws FluxError `forbidden`
 */
export async function requireAdministrator(trx: Transaction<Tables>, actor: Actor): Promise<void> {
  if (typeof actor === 'string') return;
  const row = await trx
    .selectFrom('users')
    .select(['role', 'disabled_at'])
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (!row || !listAdministrationChanges(row)) throw new FluxError('forbidden', 'Admin access required');
}

/**
 * Checks the actor's role again inside the transaction, because it may have changed since the request began.
 * @throws FluxError `forbidden`
 */
export async function recheckRole(
  trx: Transaction<Tables>,
  { id, role }: { id: string; role: Role },
): Promise<void> {
  if (role === 'admin') await requireAdministrator(trx, { id });
}

/** Records that a configured address made a user an administrator at sign-in. */
export async function recordConfiguredAdmin(
  trx: Transaction<Tables>,
  id: string,
  { username, role }: { username: string; role: Role | null },
  now: Date,
): Promise<void> {
  await writeAudit(
    trx,
    {
      ...actorOf('the configuration'),
      action: 'user.role',
      target: { kind: 'user', id, name: username },
      before: role && { role },
      after: { role: 'admin' },
    },
    now,
  );
}

function listAdministrationChanges({ role, disabled_at }: Pick<LockedUser, 'role' | 'disabled_at'>): boolean {
  return role === 'admin' && disabled_at === null;
}
