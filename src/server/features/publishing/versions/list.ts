import type { Context } from '#server/context.ts';
import type { Version } from '#shared/versions/versions.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { permit } from '../../apps/permit.ts';
import { findAppForPlay } from '../../apps/store.ts';
import { presentVersion } from './present.ts';
import { listEntries } from './read.ts';

/**
 * Newest first.
 * @throws FluxError `app_not_found`, `forbidden`
 */
export async function listAppVersions(context: Context, viewer: Viewer, appId: string): Promise<Version[]> {
  const app = permit(viewer, await findAppForPlay(context, viewer, appId), 'lookInside');
  const entries = await listEntries(context, app.id);
  return entries.map((entry) => presentVersion(context.config, viewer, entry, app));
}
