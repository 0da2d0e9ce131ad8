import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { changeApp } from '../apps/change.ts';
import { updateApp } from '../apps/store.ts';
import { findVersion } from './read.ts';

/**
 * Makes a version of the app the active one. Players keep the version that their page began with.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`
 */
export async function activate(
  context: Context,
  viewer: Viewer,
  appId: string,
  versionId: string,
): Promise<void> {
  await changeApp(context, viewer, appId, 'update', async (trx, app) => {
    const version = await findVersion({ db: trx }, versionId);
    if (version?.appId !== app.id) throw new FluxError('version_not_found');
    if (version.id === app.activeVersionId) return;
    await updateApp(trx, app.id, { activeVersionId: version.id, updatedAt: context.clock.now() });
  });
}
