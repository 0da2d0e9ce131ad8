import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { announce } from '../../platform/db/changes.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { recheckRole } from '../accounts/roles.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { permit, type Right } from './permit.ts';
import { findAppForPlay, lockApp, type SeenApp } from './store.ts';

type Trx = Transaction<Tables>;

/**
 * Runs `work` in a transaction that holds the row lock of the application. Changes of one application are serialized, and
 * counts stay true until the commit. The viewer's role is read under the lock: a right that was revoked during the wait is
 * refused.
 * @param work runs again after a deadlock, which rolls back its first run
 * @throws FluxError `app_not_found`, `forbidden`, and errors of `work`
 */
export async function withLockedApp<T>(
  context: Context,
  viewer: Viewer,
  appId: string,
  right: Right,
  work: (trx: Trx, app: SeenApp) => Promise<T>,
): Promise<T> {
  return withLockedAppAfter(context, viewer, appId, right, async () => {}, work);
}

/** Like `withLockedApp`, with another lock that `hold` acquires before the row lock of the application. */
export async function withLockedAppAfter<Held, T>(
  context: Context,
  viewer: Viewer,
  appId: string,
  right: Right,
  hold: (trx: Trx) => Promise<Held>,
  work: (trx: Trx, app: SeenApp, held: Held) => Promise<T>,
): Promise<T> {
  // Checked before the lock: waiting for it would reveal that the application exists.
  permit(viewer, await findAppForPlay(context, viewer, appId), right);
  const change = async (trx: Trx) => {
    const held = await hold(trx);
    const seen = await lockApp(trx, viewer, appId);
    await recheckRole(trx, viewer);
    const app = permit(viewer, seen, right);
    const result = await work(trx, app, held);
    await announce<Tables>(trx, { kind: 'app', id: app.id });
    return result;
  };
  return retryTransaction(() => context.db.transaction().execute(change));
}
