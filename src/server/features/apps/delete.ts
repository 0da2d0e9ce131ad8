import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { noteAdministration } from './audit.ts';
import { changeApp } from './change.ts';
import { deleteApp } from './store.ts';

/**
 * Deletes an app with all its versions; their bytes go with the next sweep.
 * @throws FluxError `app_not_found`, `forbidden`
 */
export async function removeApp(context: Context, viewer: Viewer, appId: string): Promise<void> {
  await changeApp(context, viewer, appId, 'delete', async (trx, app) => {
    await deleteApp(trx, appId);
    const { ownerId, isPublic } = app;
    const event = { action: 'application.delete', before: { ownerId, isPublic }, after: null } as const;
    await noteAdministration(trx, viewer, app, 'delete', event, context.clock.now());
  });
}
