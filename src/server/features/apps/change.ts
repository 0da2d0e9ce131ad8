import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { announce } from '../../platform/db/changes.ts';
import type { Tables } from '../../schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { permit, type Right } from './permit.ts';
import { findAppForPlay, lockApp, type PlayableApp } from './store.ts';

/**
 * Changes an app, or what belongs to it, in one transaction that holds the app's row: changes of one app follow
 * one another, each sees what the one before left, and what is counted stays true until the commit.
 * @throws FluxError `app_not_found`, `forbidden`, and what the work throws
 */
export async function changeApp<T>(
  context: Context,
  viewer: Viewer,
  appId: string,
  right: Right,
  work: (trx: Transaction<Tables>, app: PlayableApp) => Promise<T>,
): Promise<T> {
  // Only those who may change it ever wait for the row, so that no waiting tells others that it exists.
  permit(viewer, await findAppForPlay(context, appId), right);
  return context.db.transaction().execute(async (trx) => {
    const app = permit(viewer, await lockApp(trx, appId), right);
    const result = await work(trx, app);
    await announce<Tables>(trx, { kind: 'app', id: app.id });
    return result;
  });
}
