import { type Kysely, sql, type Transaction } from 'kysely';
import type { ReportReason } from '#shared/contact/reports.ts';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** The reporter: a user or a network. */
export type Reporter = { userId: string } | { network: Buffer };

export interface OpenReport {
  id: string;
  reason: ReportReason;
}

/** The app's row must be locked, here and below: reports of one app and decisions on them follow one another. */
export async function findOpenReport(
  trx: Trx,
  appId: string,
  reporter: Reporter,
): Promise<OpenReport | undefined> {
  return trx
    .selectFrom('reports')
    .select(['id', 'reason'])
    .where('app_id', '=', appId)
    .where('state', '=', 'open')
    .where((row) =>
      'userId' in reporter
        ? row('reporter_id', '=', reporter.userId)
        : row.and([row('network', '=', reporter.network), row('reporter_id', 'is', null)]),
    )
    .executeTakeFirst();
}

interface ReportText {
  reason: ReportReason;
  details: string;
  email: string | null;
}

export async function insertReport(
  trx: Trx,
  { id, appId, reporter, ...said }: ReportText & { id: string; appId: string; reporter: Reporter },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('reports')
    .values({
      id,
      app_id: appId,
      reporter_id: 'userId' in reporter ? reporter.userId : null,
      network: 'userId' in reporter ? null : reporter.network,
      ...said,
      created_at: now,
      decided_by: null,
      decided_at: null,
    })
    .execute();
}

export async function replaceReport(trx: Trx, id: string, said: ReportText, now: Date): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ ...said, created_at: now })
    .where('id', '=', id)
    .execute();
}

/** One more open report of an app, in place of one that was there or besides. */
export async function addToQueue(
  trx: Trx,
  appId: string,
  { reason, instead }: { reason: ReportReason; instead: ReportReason | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('reported_apps')
    .values({ app_id: appId, oldest_at: now, newest_at: now, [reason]: 1 })
    .onConflict((conflict) =>
      conflict.column('app_id').doUpdateSet({
        newest_at: now,
        [reason]: sql`${sql.ref(`reported_apps.${reason}`)} + 1`,
      }),
    )
    .execute();
  if (instead === null) return;
  await trx
    .updateTable('reported_apps')
    .set({
      [instead]: sql`${sql.ref(instead)} - 1`,
      // It may have been the oldest.
      oldest_at: sql`(select min(created_at) from reports where app_id = ${appId} and state = 'open')`,
    })
    .where('app_id', '=', appId)
    .execute();
}

export interface Decision {
  state: 'dismissed' | 'upheld';
  decidedBy: string;
  note: string;
}

/** Decides every open report of an app. @returns how many there were */
export async function decideReports(
  trx: Trx,
  appId: string,
  { state, decidedBy, note }: Decision,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ state, note, decided_by: decidedBy, decided_at: now, network: null })
    .where('app_id', '=', appId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  await trx.deleteFrom('reported_apps').where('app_id', '=', appId).execute();
  return Number(numUpdatedRows);
}

/**
 * Removes an address from reports of visitors; the reports stay.
 * @param address in lower case
 */
export async function clearReporter(trx: Trx, address: string): Promise<void> {
  await trx.updateTable('reports').set({ email: null }).where(sql`lower(email)`, '=', address).execute();
}

export interface ReportCursor {
  createdMicros: number;
  id: string;
}

/** Newest first. */
export async function listReportRows(db: Db, appId: string, after: ReportCursor | null, limit: number) {
  return selectReports(db)
    .where('reports.app_id', '=', appId)
    .where(after === null ? sql<boolean>`true` : isAfter(sql`(reports.created_at, reports.id)`, after))
    .limit(limit)
    .execute();
}

/** The newest open report of each of the apps. */
export async function listNewestReports(db: Db, appIds: readonly string[]) {
  return selectReports(db)
    .where(
      sql<boolean>`reports.id in (
        select newest.id from unnest(${appIds}::text[]) as wanted (app_id), lateral (
          select id from reports where reports.app_id = wanted.app_id and state = 'open'
          order by created_at desc, id desc limit 1) as newest)`,
    )
    .execute();
}

export type ReportRow = Awaited<ReturnType<typeof listReportRows>>[number];

function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .leftJoin('users as reporters', 'reporters.id', 'reports.reporter_id')
    .leftJoin('users as deciders', 'deciders.id', 'reports.decided_by')
    .select([
      'reports.id',
      'reports.app_id as appId',
      'reports.reason',
      'reports.details',
      'reports.email',
      'reports.created_at as createdAt',
      'reports.state',
      'reports.decided_at as decidedAt',
      'reports.note',
      'reporters.id as reporterId',
      'reporters.username as reporterName',
      'reporters.email as reporterEmail',
      'deciders.id as deciderId',
      'deciders.username as deciderName',
      micros('reports.created_at').as('createdMicros'),
    ])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc');
}

export interface QueueCursor {
  newestMicros: number;
  id: string;
}

/** By the id of the application, of those that have any. */
export async function countOpenReports(db: Db, appIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reported_apps')
    .select(['app_id', sql<number>`malware + copyright + offensive + broken + other`.as('count')])
    .where('app_id', '=', sql<string>`any(${appIds})`)
    .execute();
  return new Map(rows.map((row) => [row.app_id, row.count]));
}

/** Applications with open reports, whichever was reported last first. */
export async function listReportedRows(db: Db, after: QueueCursor | null, limit: number) {
  return db
    .selectFrom('reported_apps')
    .select([
      'reported_apps.app_id as id',
      'reported_apps.malware',
      'reported_apps.copyright',
      'reported_apps.offensive',
      'reported_apps.broken',
      'reported_apps.other',
      'reported_apps.oldest_at as oldestAt',
      'reported_apps.newest_at as newestAt',
      micros('reported_apps.newest_at').as('newestMicros'),
    ])
    .where(
      after === null
        ? sql<boolean>`true`
        : isAfter(sql`(reported_apps.newest_at, reported_apps.app_id)`, {
            createdMicros: after.newestMicros,
            id: after.id,
          }),
    )
    .orderBy('reported_apps.newest_at', 'desc')
    .orderBy('reported_apps.app_id', 'desc')
    .limit(limit)
    .execute();
}

export type ReportedRow = Awaited<ReturnType<typeof listReportedRows>>[number];

function micros(column: string) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}

function isAfter(columns: ReturnType<typeof sql>, { createdMicros, id }: ReportCursor) {
  return sql<boolean>`${columns} < (timestamptz 'epoch' + ${createdMicros}::float8 * interval '1 microsecond', ${id})`;
}
