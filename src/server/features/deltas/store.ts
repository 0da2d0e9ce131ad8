import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';

/** An app whose active version became another one. */
export interface Wish {
  appId: string;
  /** Another one each time. */
  wish: string;
  /** The versions that were active until then, the newest first. */
  former: string[];
}

/** The wish whose turn it is and that is not among those to be left out. The database has its own clock, which set it. */
export async function findWish(db: Kysely<Tables>, except: readonly string[]): Promise<Wish | undefined> {
  return db
    .selectFrom('delta_wishes')
    .select(['app_id as appId', 'wish', 'former'])
    .where('due_at', '<=', sql<Date>`now()`)
    .$if(except.length > 0, (query) => query.where('app_id', 'not in', except))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** The wish stays where the active version changed again meanwhile. */
export async function endWish(
  db: Kysely<Tables>,
  { appId, wish }: Pick<Wish, 'appId' | 'wish'>,
): Promise<void> {
  await db.deleteFrom('delta_wishes').where('app_id', '=', appId).where('wish', '=', wish).execute();
}

/** A minute after the first failure, a day at most after many. */
export async function putOff(db: Kysely<Tables>, { appId, wish }: Wish): Promise<void> {
  await db
    .updateTable('delta_wishes')
    .set({
      tries: sql`tries + 1`,
      due_at: sql`now() + least(interval '1 minute' * power(2, least(tries, 20)), interval '1 day')`,
    })
    .where('app_id', '=', appId)
    .where('wish', '=', wish)
    .execute();
}

/**
 * The active version of an app, and those that players may have been given: those that were active until now, then the
 * newest. Null where the app is gone.
 */
export async function listPlayed(
  db: Kysely<Tables>,
  { appId, former }: Wish,
  limit: number,
): Promise<{ active: string; others: string[] } | null> {
  const app = await db
    .selectFrom('apps')
    .select('active_version_id as active')
    .where('id', '=', appId)
    .executeTakeFirst();
  if (!app) return null;
  const others = await db
    .selectFrom('versions')
    .select('id')
    .where('app_id', '=', appId)
    .where('approval', '=', 'approved')
    .where('id', '<>', app.active)
    .orderBy(sql`array_position(${former}::text[], id)`, (order) => order.asc().nullsLast())
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { active: app.active, others: others.map(({ id }) => id) };
}
