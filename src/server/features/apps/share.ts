import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { newSecret } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { recordAdminAction } from './audit.ts';
import { canShare } from './can.ts';
import { shareUrl } from './present.ts';
import { type SeenApp, updateApp } from './store.ts';
import { moveThumbnail } from './thumbnails/store.ts';
import { withLockedApp } from './with-locked-app.ts';

/**
 * Replaces the share key. Players with the former key are disconnected and the picture's address is revoked.
 * @returns the new share link
 * @throws FluxError `app_not_found`, `forbidden`; `conflict` while no link would open the app
 */
export function renewShareLink(context: Context, viewer: Viewer, appId: string): Promise<string> {
  return withLockedApp(context, viewer, appId, 'edit', async (trx, app) => {
    if (!canShare(viewer, app)) throw new FluxError('conflict', describeUnavailableLink(app));
    const shareKey = newSecret();
    await updateApp(trx, appId, { shareKey });
    await moveThumbnail(trx, appId);
    // The key itself is not recorded: it is a credential.
    const event = { action: 'application.share-link', before: null, after: { link: 'renewed' } } as const;
    await recordAdminAction(trx, viewer, app, 'edit', event, context.clock.now());
    return shareUrl({ ...app, shareKey }, context.config.publicUrl);
  });
}

function describeUnavailableLink({ isApproved, isTakenDown }: SeenApp): string {
  if (!isApproved) return 'This application waits for approval. Until then no link opens it.';
  if (isTakenDown)
    return 'An administrator has taken this application offline. Until it is back no link opens it.';
  return 'This application is offline, since its owner has no plan. Until it is back no link opens it.';
}

/**
 * Takes the share key away: from now on no link with a key opens the app.
 * @throws FluxError `app_not_found`, `forbidden`
 */
export async function switchOffShareLink(context: Context, viewer: Viewer, appId: string): Promise<void> {
  await withLockedApp(context, viewer, appId, 'edit', async (trx, app) => {
    await updateApp(trx, appId, { shareKey: null });
    await moveThumbnail(trx, appId);
    const event = {
      action: 'application.share-link',
      before: null,
      after: { link: 'switched off' },
    } as const;
    await recordAdminAction(trx, viewer, app, 'edit', event, context.clock.now());
  });
}
