import type { Transaction } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { writeAudit } from '../audit/write.ts';
import { deleteSessionsOf } from './session-store.ts';
import { type HeldPerson, lockUserAndAdmins, updateRole } from './user-store.ts';

/** Who acts: an administrator's account, or whoever runs Flux. */
export type Actor = { id: string } | 'the command line' | 'the configuration';

/** What the audit log is told of who acts. */
export function actorOf(actor: Actor): { actorId: string | null; actorName?: string } {
  return typeof actor === 'string' ? { actorId: null, actorName: actor } : { actorId: actor.id };
}

/**
 * Gives or takes the role of admin, and signs that person out everywhere: a session that somebody stole while it was
 * worth little must not become worth more. Rights are read for each request, so a right taken is gone at once.
 * @returns whether anything changed
 * @throws FluxError `not_found`, `last_admin`; `forbidden` to an actor who administers no more
 */
export async function changeRole(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  role: Role,
  actor: Actor = 'the command line',
): Promise<boolean> {
  const change = async (trx: Transaction<Tables>) => {
    const user = await lockAsReplaceable(trx, userId, role);
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
  // Whoever confirms a sign-in at this moment takes their session before the person.
  return retryTransaction(() => db.transaction().execute(change));
}

/**
 * Holds a person's row, and all admins', until the transaction ends, and makes sure that an admin remains who can sign
 * in.
 * @param becomes the role in which the person goes on; null where they leave, or cannot sign in any more
 * @throws FluxError `not_found`, `last_admin`
 */
export async function lockAsReplaceable(
  trx: Transaction<Tables>,
  userId: string,
  becomes: Role | null,
): Promise<HeldPerson> {
  const locked = await lockUserAndAdmins(trx, userId);
  const user = locked.find(({ id }) => id === userId);
  if (!user) throw new FluxError('not_found', 'This account no longer exists.');
  const othersAdminister = locked.some((other) => other.id !== userId && administers(other));
  if (administers(user) && becomes !== 'admin' && !othersAdminister) throw new FluxError('last_admin');
  return user;
}

/**
 * Of two administrators who act on each other at once, the second may be none any more: then it is asked while
 * `lockAsReplaceable` holds them all.
 * @throws FluxError `forbidden`
 */
export async function requireAdministrator(trx: Transaction<Tables>, actor: Actor): Promise<void> {
  if (typeof actor === 'string') return;
  const row = await trx
    .selectFrom('users')
    .select(['role', 'disabled_at'])
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (!row || !administers(row)) throw new FluxError('forbidden', 'Admin access required');
}

/**
 * To be asked in the transaction in which the role of somebody who acts counts: they may have it no more since their
 * request began, which then takes its time.
 * @throws FluxError `forbidden`
 */
export async function requireRoleStill(
  trx: Transaction<Tables>,
  { id, role }: { id: string; role: Role },
): Promise<void> {
  if (role === 'admin') await requireAdministrator(trx, { id });
}

/** Writes down that an address of the configuration made somebody an admin at their sign-in. */
export async function noteConfiguredAdmin(
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

function administers({ role, disabled_at }: Pick<HeldPerson, 'role' | 'disabled_at'>): boolean {
  return role === 'admin' && disabled_at === null;
}
