import type { Transaction } from 'kysely';
import { adminMessages } from '#shared/admin/admin.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { announce } from '../../platform/db/changes.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { writeAudit } from '../audit/write.ts';
import { type Actor, actorOf, lockWithOtherAdmin, requireAdministrator } from './roles.ts';
import { deleteSessionsOf } from './session-store.ts';
import { updateDisabled } from './user-store.ts';

type Services = Pick<Context, 'db' | 'clock'>;

/** Announced with the account's id; its running requests end. */
export const disabledChange = 'account-disabled';

/**
 * Ends all sessions of an account and prevents new ones. Its content is unchanged.
 * @throws FluxError `not_found`, `last_admin`; `conflict` if it is already disabled; `forbidden` if the actor is no
 * longer an administrator or disables themselves
 */
export async function disableAccount(
  { db, clock }: Services,
  userId: string,
  { actor, reason }: { actor: { id: string }; reason: string },
): Promise<void> {
  if (userId === actor.id) throw new FluxError('forbidden', adminMessages.cannotDisableYourself);
  const disable = async (trx: Transaction<Tables>) => {
    const user = await lockWithOtherAdmin(trx, userId, null);
    await requireAdministrator(trx, actor);
    if (user.disabled_at !== null) throw new FluxError('conflict', 'This account is already disabled.');
    const now = clock.now();
    await updateDisabled(trx, userId, { disabledAt: now, reason, now });
    await deleteSessionsOf(trx, userId);
    await announce<Tables>(trx, { kind: disabledChange, id: userId });
    await writeAudit(
      trx,
      {
        actorId: actor.id,
        action: 'user.disable',
        target: { kind: 'user', id: userId, name: user.username },
        before: { disabled: false },
        after: { disabled: true },
        reason,
      },
      now,
    );
  };
  // Same lock order as a role change: a sign-in locks its session before the user.
  await retryTransaction(() => db.transaction().execute(disable));
}

/**
 * Lets an account sign in again.
 * @throws FluxError `not_found`, `conflict` where it is not disabled; `forbidden` to an actor who administers no more
 */
export async function enableAccount({ db, clock }: Services, userId: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockWithOtherAdmin(trx, userId, 'admin');
    await requireAdministrator(trx, actor);
    if (user.disabled_at === null) throw new FluxError('conflict', 'This account is not disabled.');
    const now = clock.now();
    await updateDisabled(trx, userId, { disabledAt: null, reason: '', now });
    await writeAudit(
      trx,
      {
        ...actorOf(actor),
        action: 'user.enable',
        target: { kind: 'user', id: userId, name: user.username },
        before: { disabled: true, reason: user.disabled_reason },
        after: { disabled: false },
      },
      now,
    );
  });
}
