import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** An app whose active version has changed. */
export interface DeltaRequest {
  appId: string;
  /** Changes with each request for the app. */
  requestId: string;
  /** The versions that were active until then, the newest first. */
  formerVersionIds: string[];
}

/** The oldest request that is due, except for some apps. The database's clock decides, because it set the time. */
export async function findDeltaRequest(
  db: Kysely<Tables>,
  except: readonly string[],
): Promise<DeltaRequest | undefined> {
  return db
    .selectFrom('delta_requests')
    .select(['app_id as appId', 'request_id as requestId', 'former_version_ids as formerVersionIds'])
    .where('due_at', '<=', sql<Date>`now()`)
    .$if(except.length > 0, (query) => query.where('app_id', 'not in', except))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** The request stays if the active version has changed again. */
export async function endDeltaRequest(
  db: Kysely<Tables>,
  { appId, requestId }: Pick<DeltaRequest, 'appId' | 'requestId'>,
): Promise<void> {
  await db
    .deleteFrom('delta_requests')
    .where('app_id', '=', appId)
    .where('request_id', '=', requestId)
    .execute();
}

export async function dropDeltaRequests(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('delta_requests').execute();
}

/** A minute after the first failure, and longer after many, up to so much. */
export async function postponeDeltaRequest(
  db: Kysely<Tables>,
  { appId, requestId }: DeltaRequest,
  { problem, maxMinutes }: { problem: string; maxMinutes: number },
): Promise<void> {
  await db
    .updateTable('delta_requests')
    .set({
      attempts: sql`attempts + 1`,
      problem,
      due_at: sql`now() + interval '1 minute' * least(power(2, least(attempts, 20)), ${maxMinutes})`,
    })
    .where('app_id', '=', appId)
    .where('request_id', '=', requestId)
    .execute();
}

/** More are not counted. */
const maxCounted = 10_000;

/** Apps that wait for their deltas, 10,000 at most. */
export async function countDeltaRequests(db: Kysely<Tables>): Promise<number> {
  const some = db.selectFrom('delta_requests').select('app_id').limit(maxCounted).as('some');
  const { count } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface FailedDeltaRequest {
  appId: string;
  appName: string;
  attempts: number;
  problem: string;
  dueAt: Date;
}

/** Apps with postponed deltas, by the time of the next attempt. */
export async function listFailedDeltaRequests(
  db: Kysely<Tables>,
  limit: number,
): Promise<FailedDeltaRequest[]> {
  const rows = await db
    .selectFrom('delta_requests')
    .innerJoin('apps', 'apps.id', 'delta_requests.app_id')
    .select(['apps.id as appId', 'apps.name as appName', 'attempts', 'problem', 'due_at as dueAt'])
    .where('attempts', '>', 0)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, problem: row.problem ?? '' }));
}

/**
 * The active version of an app, and those that players may have: formerly active ones, then the newest. Null for a
 * deleted app.
 */
export async function listPlayed(
  db: Kysely<Tables>,
  { appId, formerVersionIds }: DeltaRequest,
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
    .orderBy(sql`array_position(${formerVersionIds}::text[], id)`, (order) => order.asc().nullsLast())
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { active: app.active, others: others.map(({ id }) => id) };
}
