import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { sendWritten } from '../mail/write.ts';
import { writeNotices } from '../orgs/notices.ts';
import { recordAdminAction } from './audit.ts';
import { applicationDeletedMail } from './of-organization/mails.ts';
import { deleteApp } from './store.ts';
import { withLockedApp } from './with-locked-app.ts';

/**
 * Deletes an app with all its versions; their bytes go with the next sweep.
 * @throws FluxError `app_not_found`, `forbidden`
 */
export async function removeApp(context: Context, viewer: Viewer, appId: string): Promise<void> {
  const wrote = await withLockedApp(context, viewer, appId, 'delete', async (trx, app) => {
    await deleteApp(trx, appId);
    const { ownerId, isPublic } = app;
    const event = { action: 'application.delete', before: { ownerId, isPublic }, after: null } as const;
    await recordAdminAction(trx, viewer, app, 'delete', event, context.clock.now());
    if (ownerId === viewer.id) return false;
    const content = applicationDeletedMail(context.config, {
      person: viewer.username,
      application: app.name,
    });
    const notice = { ...content, userId: ownerId, about: `deletion of ${appId}` };
    return writeNotices(trx, [notice], viewer.id, context.clock.now());
  });
  if (wrote) await sendWritten(context);
}
