import type { Context } from '../../../context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { permit } from '../../apps/permit.ts';
import { findAppForPlay } from '../../apps/store.ts';
import { findKept } from './find-kept.ts';

/**
 * Which of the files versions of this app have: places in the list. What other apps have is never told.
 * @throws FluxError `app_not_found`, `forbidden`, `subscription_required`
 */
export async function listKnownFiles(
  context: Context,
  viewer: Viewer,
  appId: string,
  sha256s: readonly string[],
): Promise<number[]> {
  const app = permit(viewer, await findAppForPlay(context, viewer, appId), 'update');
  const kept = await findKept(context.db, app.id, sha256s);
  return sha256s.flatMap((sha256, index) => (kept.has(sha256) ? [index] : []));
}
