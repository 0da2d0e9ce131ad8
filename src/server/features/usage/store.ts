import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { Delivered } from './meter.ts';

type Db = Kysely<Tables>;

export interface Total {
  name: string;
  amount: number;
  changedAt: Date;
}

/** All current totals, including unfolded changes. */
export async function listTotals(db: Db): Promise<Total[]> {
  const { rows } = await sql<Total>`
    select name, sum(amount)::bigint as amount, max(changed_at) as "changedAt"
    from (select name, amount, changed_at from usage_totals union all select name, amount, changed_at from usage_deltas)
      as counted
    group by name order by name`.execute(db);
  return rows;
}

export interface StoredTotals {
  files: number;
  bytes: number;
}

/** The files in all storages, each content once per encoding. */
export async function readStored(db: Db): Promise<StoredTotals> {
  const { rows } = await sql<StoredTotals>`
    select coalesce(sum(files), 0)::bigint as files, coalesce(sum(bytes), 0)::bigint as bytes
    from storage_totals`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Of those names alone. */
export async function readTotals(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<Total, 'name' | 'amount'>>`
    select name, sum(amount)::bigint as amount
    from (select name, amount from usage_totals union all select name, amount from usage_deltas) as counted
    where name = any(${names}) group by name`.execute(db);
  return new Map(rows.map(({ name, amount }) => [name, amount]));
}

/**
 * Adds new changes to the totals, in one statement: concurrent readers see each change once. Concurrent folds skip
 * each other's rows.
 */
export async function foldDeltas(db: Db): Promise<void> {
  await sql`
    with taken as (delete from usage_deltas returning name, amount, changed_at)
    insert into usage_totals (name, amount, changed_at)
      select name, sum(amount)::bigint, max(changed_at) from taken group by name order by name
    on conflict (name) do update set
      amount = usage_totals.amount + excluded.amount,
      changed_at = greatest(usage_totals.changed_at, excluded.changed_at)`.execute(db);
}

/** @param day as in `2026-11-22` */
export async function writeGrowth(
  db: Db,
  day: string,
  { accounts, applications, bytesStored }: { accounts: number; applications: number; bytesStored: number },
): Promise<void> {
  const growth = { accounts, applications, bytes_stored: bytesStored };
  await db
    .insertInto('usage_days')
    .values({ day: dateOf(day), ...growth })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(growth))
    .execute();
}

export async function addDelivered(
  db: Db,
  day: string,
  { plays, bytes, byCompression, byDeltas }: Delivered,
): Promise<void> {
  await sql`
    insert into usage_days (day, plays, bytes_delivered, bytes_saved_by_compression, bytes_saved_by_deltas)
    values (${day}::date, ${plays}::bigint, ${bytes}::bigint, ${byCompression}::bigint, ${byDeltas}::bigint)
    on conflict (day) do update set
      plays = usage_days.plays + excluded.plays,
      bytes_delivered = usage_days.bytes_delivered + excluded.bytes_delivered,
      bytes_saved_by_compression = usage_days.bytes_saved_by_compression + excluded.bytes_saved_by_compression,
      bytes_saved_by_deltas = usage_days.bytes_saved_by_deltas + excluded.bytes_saved_by_deltas`.execute(db);
}

/**
 * Bytes saved by compression and by deltas.
 * @param first the first day, such as `2026-11-22`
 */
export async function readBytesSaved(
  db: Db,
  first: string,
): Promise<Pick<Delivered, 'byCompression' | 'byDeltas'>> {
  const { rows } = await sql<Pick<Delivered, 'byCompression' | 'byDeltas'>>`
    select coalesce(sum(bytes_saved_by_compression), 0)::bigint as "byCompression",
      coalesce(sum(bytes_saved_by_deltas), 0)::bigint as "byDeltas"
    from usage_days where day >= ${first}::date`.execute(db);
  return rows[0] ?? { byCompression: 0, byDeltas: 0 };
}

export interface DayRow {
  day: string;
  accounts: number | null;
  applications: number | null;
  bytesStored: number | null;
  plays: number;
  bytesDelivered: number;
}

/** The known days since `first`, and the last one before it; oldest first. */
export async function listDays(db: Db, first: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, accounts, applications, bytes_stored as "bytesStored",
      plays, bytes_delivered as "bytesDelivered"
    from usage_days
    where day >= coalesce(
      (select max(day) from usage_days where day < ${first}::date and accounts is not null), ${first}::date)
    order by day`.execute(db);
  return rows;
}

function dateOf(day: string) {
  return sql<string>`${day}::date`;
}
