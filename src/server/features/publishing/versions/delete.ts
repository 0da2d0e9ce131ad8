import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { deleteActiveVersionMessage } from '#shared/versions/versions.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminAction } from '../../apps/audit.ts';
import { changeVersion } from './change.ts';
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
  await changeVersion(context, viewer, { appId, versionId }, 'update', async (trx, { app, version }) => {
    if (version.id === app.activeVersionId) throw new FluxError('conflict', deleteActiveVersionMessage);
    await deleteVersion(trx, version.id);
    const event = { action: 'version.delete', before: { version: version.number }, after: null } as const;
    await recordAdminAction(trx, viewer, app, 'update', event, context.clock.now());
  });
}
