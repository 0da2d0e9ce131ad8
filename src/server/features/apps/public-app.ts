import type { Context } from '../../context.ts';
import { type AppDetails, findAppDetails, findAppForPlay } from './store.ts';

/** What an address alone tells to everybody, whoever asks: an app that is public, or nothing. */
export async function findPublicApp(context: Context, id: string): Promise<AppDetails | null> {
  // The right is asked of the one row alone, so that a private app takes as long as one that does not exist.
  const rights = await findAppForPlay(context, null, id);
  if (!rights?.isPublic) return null;
  const app = await findAppDetails(context, null, id);
  return app?.isPublic ? app : null;
}

/** The newest apps that everybody may know of. */
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
