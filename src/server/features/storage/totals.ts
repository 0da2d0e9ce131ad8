import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema.ts';

export interface FileTotals {
  /** Each encoding of a content is one. */
  count: number;
  bytes: number;
}

/** The stored files by the id of the configuration: the sum of all recorded changes. */
export async function readTotals(db: Kysely<Tables>): Promise<Map<string, FileTotals>> {
  const rows = await db
    .selectFrom('storage_totals')
    .select([
      'storage_id',
      sql<number>`sum(files)::bigint`.as('count'),
      sql<number>`sum(bytes)::bigint`.as('bytes'),
    ])
    .groupBy('storage_id')
    .execute();
  return new Map(rows.map(({ storage_id, count, bytes }) => [storage_id, { count, bytes }]));
}

/** The maximum number of rows of one fold. */
const foldRows = 50_000;

/**
 * Replaces changes by their sums, so that reads stay fast. It is one statement: concurrent readers see either the old
 * or the new rows.
 */
export async function foldTotals(db: Kysely<Tables>): Promise<void> {
  await sql`
    with taken as (
      select id from storage_totals order by id limit ${foldRows} for update skip locked
    ), gone as (
      delete from storage_totals using taken where storage_totals.id = taken.id
      returning storage_totals.storage_id, storage_totals.files, storage_totals.bytes
    )
    insert into storage_totals (storage_id, files, bytes)
    select storage_id, sum(files), sum(bytes) from gone group by storage_id`.execute(db);
}
