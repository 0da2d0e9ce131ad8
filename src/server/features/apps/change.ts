import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { announce } from '../../platform/db/changes.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import type { Tables } from '../../schema.ts';
import { requireRoleStill } from '../accounts/roles.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { permit, type Right } from './permit.ts';
import { findAppForPlay, lockApp, type SeenApp } from './store.ts';

type Trx = Transaction<Tables>;

/**
 * Changes an app, or what belongs to it, in one transaction that holds the app's row: changes of one app follow
 * one another, each sees what the one before left, and what is counted stays true until the commit. What the viewer is
 * in the app's organization, and whether they still administer, is read while the row is held: a right that ended during
 * the wait is gone.
 * @param work may run again after a deadlock, of which nothing is left
 * @throws FluxError `app_not_found`, `forbidden`, and what the work throws
 */
export async function changeApp<T>(
  context: Context,
  viewer: Viewer,
  appId: string,
  right: Right,
  work: (trx: Trx, app: SeenApp) => Promise<T>,
): Promise<T> {
  return changeHolding(context, viewer, appId, right, async () => {}, work);
}

/** The same, where something else must be held as well: it is taken before the app. */
export async function changeHolding<Held, T>(
  context: Context,
  viewer: Viewer,
  appId: string,
  right: Right,
  hold: (trx: Trx) => Promise<Held>,
  work: (trx: Trx, app: SeenApp, held: Held) => Promise<T>,
): Promise<T> {
  // Only those who may change it ever wait for the row, so that no waiting tells others that it exists.
  permit(viewer, await findAppForPlay(context, viewer, appId), right);
  const change = async (trx: Trx) => {
    const held = await hold(trx);
    const seen = await lockApp(trx, viewer, appId);
    await requireRoleStill(trx, viewer);
    const app = permit(viewer, seen, right);
    const result = await work(trx, app, held);
    await announce<Tables>(trx, { kind: 'app', id: app.id });
    return result;
  };
  return retryTransaction(() => context.db.transaction().execute(change));
}
