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
  // The right is asked of the one row alone, so that a refusal takes as long as an app that does not exist.
  const rights = await findAppForPlay(context, viewer, id);
  if (!rights || !canSee(viewer, rights, credentials)) throw new FluxError('app_not_found');
  return showApp(context, viewer, id, credentials);
}

/**
 * The same for somebody whose right to it was known: what they did with it may be that they see it no more. Then this says
 * what became of it, and opens nothing.
 * @throws FluxError `app_not_found` for one that is gone
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
  const look = { viewer, credentials, publicUrl: context.config.publicUrl };
  const shown = presentApplication({ ...app, report }, look);
  return canSee(viewer, app, credentials) ? shown : withoutWaysIn(shown);
}

/** Whoever has the address of a picture sees it; the rest would lead to what is not there for them. */
function withoutWaysIn(shown: Application): Application {
  const can = { ...shown.can, play: false };
  return { ...shown, thumbnailUrl: null, thumbnailLargeUrl: null, fileUrl: null, can };
}
