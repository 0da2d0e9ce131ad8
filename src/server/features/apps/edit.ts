import type { Application } from '#shared/apps.ts';
import { invalidField } from '#shared/errors.ts';
import type { Theme } from '#shared/themes.ts';
import type { Context } from '../../context.ts';
import type { ReceivedFile } from '../../platform/http/form.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { changeApp } from './change.ts';
import { permit } from './permit.ts';
import { getApp } from './read.ts';
import { findAppForPlay, updateApp } from './store.ts';
import { keepThumbnail } from './thumbnails/keep.ts';
import { deleteThumbnail, moveThumbnail, setThumbnail } from './thumbnails/store.ts';

interface Edit {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  organizationId?: string | null | undefined;
  theme?: Theme | undefined;
  removeThumbnail?: boolean | undefined;
}

/** @throws FluxError `app_not_found`, `forbidden` */
export async function checkMayEdit(context: Context, viewer: Viewer, appId: string): Promise<void> {
  permit(viewer, await findAppForPlay(context, appId), 'edit');
}

/**
 * All of an edit shows at once, or nothing of it; the picture is drawn and kept before.
 * @throws FluxError `app_not_found`, `forbidden`, `invalid_input`, and what `keepThumbnail` throws
 */
export async function editApp(
  context: Context,
  viewer: Viewer,
  appId: string,
  edit: Edit,
  picture?: ReceivedFile,
): Promise<Application> {
  const { organizationId, removeThumbnail, ...details } = edit;
  if (organizationId) throw invalidField('organizationId', 'Please select an organization');
  if (picture && removeThumbnail)
    throw invalidField('removeThumbnail', 'A thumbnail can be replaced or removed, not both at once.');
  const thumbnail = picture && (await keepThumbnail(context, picture));
  await changeApp(context, viewer, appId, 'edit', async (trx, app) => {
    const now = context.clock.now();
    await updateApp(trx, appId, {
      ...details,
      ...(organizationId === undefined ? {} : { organizationId: null }),
      updatedAt: now,
    });
    if (thumbnail) await setThumbnail(trx, appId, thumbnail, now);
    else if (removeThumbnail) await deleteThumbnail(trx, appId);
    // Everybody could have the address of a public app's picture; a private app's is as private as the app.
    else if (app.isPublic && details.isPublic === false) await moveThumbnail(trx, appId);
  });
  return getApp(context, viewer, appId);
}
