import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { updateApp } from '../apps/store.ts';
import { changeVersion } from './change.ts';

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
  await changeVersion(context, viewer, { appId, versionId }, async (trx, { app, version }) => {
    if (version.id === app.activeVersionId) return;
    await updateApp(trx, app.id, { activeVersionId: version.id, updatedAt: context.clock.now() });
  });
}
