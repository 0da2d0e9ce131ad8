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

export async function dropWishes(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('delta_wishes').execute();
}

/** A minute after the first failure, and longer after many, up to so much. */
export async function putOff(
  db: Kysely<Tables>,
  { appId, wish }: Wish,
  { problem, mostMinutes }: { problem: string; mostMinutes: number },
): Promise<void> {
  await db
    .updateTable('delta_wishes')
    .set({
      tries: sql`tries + 1`,
      problem,
      due_at: sql`now() + interval '1 minute' * least(power(2, least(tries, 20)), ${mostMinutes})`,
    })
    .where('app_id', '=', appId)
    .where('wish', '=', wish)
    .execute();
}

/** More are not counted. */
const mostCounted = 10_000;

/** Apps that wait for their deltas, 10,000 at most. */
export async function countWishes(db: Kysely<Tables>): Promise<number> {
  const some = db.selectFrom('delta_wishes').select('app_id').limit(mostCounted).as('some');
  const { count } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface FailedWish {
  appId: string;
  appName: string;
  tries: number;
  problem: string;
  dueAt: Date;
}

/** Apps whose deltas could not be made yet, those first that are tried again next. */
export async function listFailedWishes(db: Kysely<Tables>, limit: number): Promise<FailedWish[]> {
  const rows = await db
    .selectFrom('delta_wishes')
    .innerJoin('apps', 'apps.id', 'delta_wishes.app_id')
    .select(['apps.id as appId', 'apps.name as appName', 'tries', 'problem', 'due_at as dueAt'])
    .where('tries', '>', 0)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, problem: row.problem ?? '' }));
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
