import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { EncodingRow } from './store.ts';

/**
 * No version serves it, none has it as its original, and it is no app's picture. Each is asked of an index, blob by blob:
 * as `not exists` PostgreSQL now and then joins all files of all versions with a few blobs.
 */
const unreferenced = sql<boolean>`
  (select true from version_files where version_files.sha256 = blobs.sha256 limit 1) is null
  and (select true from versions where versions.original_sha256 = blobs.sha256 limit 1) is null
  and (select true from thumbnails where thumbnails.small_sha256 = blobs.sha256 limit 1) is null
  and (select true from thumbnails where thumbnails.large_sha256 = blobs.sha256 limit 1) is null`;

/** A position among all blobs, by the time they were touched. */
export interface SweepPosition {
  /** As PostgreSQL writes it, to the microsecond. */
  touchedAt: string;
  sha256: Buffer;
}

/**
 * The position of the sweep. Triggers (`touch_blobs`) touch a blob that loses its last reference, so a checked blob
 * need not be checked again until it is touched. Missed ones are found when the sweep restarts.
 * @param anewBefore restart if the last start was before this time
 */
export async function findSweepPosition(
  db: Kysely<Tables>,
  now: Date,
  anewBefore: Date,
): Promise<SweepPosition> {
  await db
    .updateTable('blob_sweep')
    .set({ touched_at: '-infinity', sha256: Buffer.alloc(0), restarted_at: now })
    .where('restarted_at', '<=', anewBefore)
    .execute();
  return db
    .selectFrom('blob_sweep')
    .select([sql<string>`touched_at::text`.as('touchedAt'), 'sha256'])
    .executeTakeFirstOrThrow();
}

export async function setSweepPosition(
  db: Kysely<Tables>,
  { touchedAt, sha256 }: SweepPosition,
): Promise<void> {
  await db.updateTable('blob_sweep').set({ touched_at: touchedAt, sha256 }).execute();
}

/** Blobs touched before that time, in order. */
export interface SweepPage {
  end: SweepPosition;
  /** Those that nothing names. */
  unnamed: Buffer[];
}

/** Undefined after the last one. */
export async function readSweepPage(
  db: Kysely<Tables>,
  before: Date,
  after: SweepPosition,
  limit: number,
): Promise<SweepPage | undefined> {
  const { rows } = await sql<SweepPosition & { unnamed: Buffer[] }>`
    with page as materialized (
      select touched_at, sha256 from blobs
      where touched_at < ${before} and (touched_at, sha256) > (${after.touchedAt}::timestamptz, ${after.sha256}::bytea)
      order by touched_at, sha256 limit ${limit}
    )
    select touched_at::text as "touchedAt", sha256,
      array(select sha256 from page as blobs where ${unreferenced}) as unnamed
    from page order by page.touched_at desc, sha256 desc limit 1`.execute(db);
  const [row] = rows;
  return row && { end: { touchedAt: row.touchedAt, sha256: row.sha256 }, unnamed: row.unnamed };
}

/** Locks unreferenced blobs that were not touched since `before`; rows locked by others are skipped. */
export async function lockSweepable(
  trx: Transaction<Tables>,
  before: Date,
  among: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await trx
    .selectFrom('blobs')
    .select('sha256')
    .where('touched_at', '<', before)
    .where(unreferenced)
    .where(sql<boolean>`sha256 = any(${among})`)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.sha256);
}

/**
 * Deletes the forms of locked blobs. References are checked again under the lock, when none can be added.
 * @returns the deleted rows
 */
export async function deleteEncodings(
  trx: Transaction<Tables>,
  sha256s: readonly Buffer[],
): Promise<Pick<EncodingRow, 'sha256' | 'key' | 'storage_id' | 'stored_sha256'>[]> {
  return trx
    .deleteFrom('blob_encodings')
    .using('blobs')
    .whereRef('blobs.sha256', '=', 'blob_encodings.sha256')
    .where(sql<boolean>`blobs.sha256 = any(${sha256s})`)
    .where(unreferenced)
    .returning([
      'blob_encodings.sha256',
      'blob_encodings.key',
      'blob_encodings.storage_id',
      'blob_encodings.stored_sha256',
    ])
    .execute();
}

/** Resets the compression state of locked blobs without forms, for a later upload. */
export async function forgetCompression(trx: Transaction<Tables>, sha256s: readonly Buffer[]): Promise<void> {
  const formless = await trx
    .updateTable('blobs')
    .set({ compression: 'none' })
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .where(sql<boolean>`not exists (select from blob_encodings where blob_encodings.sha256 = blobs.sha256)`)
    .returning('sha256')
    .execute();
  await trx
    .deleteFrom('delta_attempts')
    .where(sql<boolean>`sha256 = any(${formless.map(({ sha256 }) => sha256)})`)
    .execute();
}

/** Deletes locked blobs that have no form left. @returns which */
export async function deleteFormless(
  trx: Transaction<Tables>,
  sha256s: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await trx
    .deleteFrom('blobs')
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .where(unreferenced)
    .where(sql<boolean>`not exists (select from blob_encodings where blob_encodings.sha256 = blobs.sha256)`)
    .returning('sha256')
    .execute();
  return rows.map((row) => row.sha256);
}

/** Those of the files of one place that are a form of theirs. */
export async function existingKeys(
  db: Kysely<Tables>,
  storageId: string,
  files: readonly { key: string; sha256: Buffer }[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blob_encodings')
    .select('key')
    .where('storage_id', '=', storageId)
    .where(sql<boolean>`sha256 = any(${files.map((file) => file.sha256)})`)
    .where(sql<boolean>`key = any(${files.map((file) => file.key)})`)
    .execute();
  return new Set(rows.map((row) => row.key));
}

/** Inserts a row for an unknown file, to lock it. An existing row is unchanged. */
export async function insertAged(trx: Transaction<Tables>, sha256: Buffer): Promise<void> {
  await trx
    .insertInto('blobs')
    .values({ sha256, size: 0, touched_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a locked blob is left alone since `before`. */
export async function lockUntouched(
  trx: Transaction<Tables>,
  sha256: Buffer,
  before: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('touched_at', '<', before)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}
