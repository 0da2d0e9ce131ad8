import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canApprove } from '../apps/can.ts';
import { updateApp } from '../apps/store.ts';
import { accept } from './accept.ts';
import { changeVersion } from './change.ts';

/**
 * Makes a version of the app the active one. Players keep the version that their page began with. For those who decide
 * it is to approve it as well, where nobody has.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`
 */
export async function activate(
  context: Context,
  viewer: Viewer,
  appId: string,
  versionId: string,
): Promise<void> {
  await changeVersion(context, viewer, { appId, versionId }, 'update', async (trx, { app, version }) => {
    const now = context.clock.now();
    if (version.approval !== 'approved') {
      if (!canApprove(viewer, app))
        throw new FluxError(
          'forbidden',
          'This version waits for approval by the owner or an admin of its organization.',
        );
      await accept(trx, viewer, app, version.id, now);
    } else if (version.id !== app.activeVersionId) {
      await updateApp(trx, app.id, { activeVersionId: version.id, updatedAt: now });
    }
  });
}
