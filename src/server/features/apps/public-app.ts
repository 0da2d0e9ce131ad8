import type { Context } from '../../context.ts';
import { type AppDetails, findAppDetails, findAppForPlay } from './store.ts';

/** A public app by its address, or nothing, for any requester. */
export async function findPublicApp(context: Context, id: string): Promise<AppDetails | null> {
  // The condition reads the one row only, so that timing does not reveal private apps.
  const rights = await findAppForPlay(context, null, id);
  if (!rights?.isPublic) return null;
  const app = await findAppDetails(context, null, id);
  return app?.isPublic ? app : null;
}

/** The newest public apps. */
export async function listPublicApps(
  context: Context,
  limit: number,
): Promise<{ id: string; updatedAt: Date }[]> {
  return context.db
    .selectFrom('apps')
    .select(['id', 'updated_at as updatedAt'])
    .where('is_public', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
