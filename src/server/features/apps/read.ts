import type { Application } from '#shared/apps/apps.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type Credentials, canLookInside, canSee } from './can.ts';
import { withMissingFiles } from './missing-files.ts';
import { presentApplication } from './present.ts';
import { shownReport } from './shown-report.ts';
import { findAppDetails, findAppForPlay } from './store.ts';

/**
 * One application as this viewer may see it.
 * @throws FluxError `app_not_found`, both for an app that is missing and for one that is not theirs to see
 */
export async function getApp(
  context: Context,
  viewer: Viewer | null,
  id: string,
  credentials: Credentials = {},
): Promise<Application> {
  // The condition reads the one row only, so that timing does not reveal a refused app.
  const rights = await findAppForPlay(context, viewer, id);
  if (!rights || !canSee(viewer, rights, credentials)) throw new FluxError('app_not_found');
  return showApp(context, viewer, id, credentials);
}

/**
 * The app after a permitted action, which may have ended the viewer's access: then only its result is shown.
 * @throws FluxError `app_not_found` if it is deleted
 */
export async function showApp(
  context: Context,
  viewer: Viewer | null,
  id: string,
  credentials: Credentials = {},
): Promise<Application> {
  const app = await findAppDetails(context, viewer, id);
  if (!app) throw new FluxError('app_not_found');
  const report = canLookInside(viewer, app)
    ? await withMissingFiles(context, app.activeVersionId, shownReport(context.config, app.report))
    : app.report;
  const options = { viewer, credentials, publicUrl: context.config.publicUrl };
  const shown = presentApplication({ ...app, report }, options);
  return canSee(viewer, app, credentials) ? shown : withoutAccessSecrets(shown);
}

/** A picture's address is a credential; other links would not work for this viewer. */
function withoutAccessSecrets(shown: Application): Application {
  const can = { ...shown.can, play: false };
  return { ...shown, thumbnailUrl: null, thumbnailLargeUrl: null, fileUrl: null, can };
}
