import { FluxError } from '#shared/errors.ts';
import { deleteActiveVersionMessage } from '#shared/versions.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { changeApp } from '../apps/change.ts';
import { findVersion } from './read.ts';
import { deleteVersion } from './store.ts';

/**
 * Deletes a version for good; its bytes go with a sweep, where no other version has them too.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`; `conflict` for the active version
 */
export async function removeVersion(
  context: Context,
  viewer: Viewer,
  appId: string,
  versionId: string,
): Promise<void> {
  await changeApp(context, viewer, appId, 'update', async (trx, app) => {
    const version = await findVersion({ db: trx }, versionId);
    if (version?.appId !== app.id) throw new FluxError('version_not_found');
    if (version.id === app.activeVersionId) throw new FluxError('conflict', deleteActiveVersionMessage);
    await deleteVersion(trx, version.id);
  });
}
