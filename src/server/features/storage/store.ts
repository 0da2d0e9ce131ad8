import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { FormEncoding } from '../../platform/blobs/encodings.ts';

export interface EncodingRow {
  sha256: Buffer;
  encoding: FormEncoding;
  /** The sha256 of the content that a delta is read by; empty for all other forms. */
  dictionary: Buffer;
  size: number;
  stored_sha256: Buffer;
  key: string;
  storage_id: string;
}

/** The dictionary of forms without one. */
export const noDictionary = Buffer.alloc(0);

/** One statement takes at most this many rows, far below PostgreSQL's 65,535 parameters. */
const batchRows = 500;

/**
 * Inserts or touches a row for each blob. `blobs` is sorted by sha256, so that publishers lock shared blobs in the
 * same order and cannot deadlock.
 */
export async function touchBlobs(
  db: Kysely<Tables>,
  blobs: readonly { sha256: Buffer; size: number }[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < blobs.length; start += batchRows) {
    await db
      .insertInto('blobs')
      .values(blobs.slice(start, start + batchRows).map((blob) => ({ ...blob, touched_at: now })))
      .onConflict((conflict) =>
        conflict
          .column('sha256')
          .doUpdateSet({ touched_at: sql`greatest(blobs.touched_at, excluded.touched_at)` }),
      )
      .execute();
  }
}

/** Protects a blob's files from the sweep, like a new blob. */
export async function touchBlob(db: Kysely<Tables>, sha256: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ touched_at: sql`greatest(touched_at, ${now})` })
    .where('sha256', '=', sha256)
    .execute();
}

export async function listEncodings(db: Kysely<Tables>, sha256s: readonly Buffer[]): Promise<EncodingRow[]> {
  if (sha256s.length === 0) return [];
  return db
    .selectFrom('blob_encodings')
    .select(['sha256', 'encoding', 'dictionary', 'size', 'stored_sha256', 'key', 'storage_id'])
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .execute();
}

/**
 * An existing form is kept unless the new one is smaller; the sweep deletes the unreferenced file.
 * @returns the inserted rows
 */
export async function insertEncodings(
  trx: Transaction<Tables>,
  rows: readonly EncodingRow[],
  now: Date,
): Promise<Pick<EncodingRow, 'sha256' | 'encoding'>[]> {
  const taken: Pick<EncodingRow, 'sha256' | 'encoding'>[] = [];
  for (let start = 0; start < rows.length; start += batchRows) {
    const added = await trx
      .insertInto('blob_encodings')
      .values(rows.slice(start, start + batchRows).map((row) => ({ ...row, created_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(['sha256', 'encoding', 'dictionary'])
          .doUpdateSet({
            size: sql`excluded.size`,
            stored_sha256: sql`excluded.stored_sha256`,
            key: sql`excluded.key`,
            storage_id: sql`excluded.storage_id`,
            created_at: sql`excluded.created_at`,
          })
          .where(sql<boolean>`excluded.size < blob_encodings.size`),
      )
      .returning(['sha256', 'encoding'])
      .execute();
    taken.push(...added);
  }
  return taken;
}

/** The progress of a blob's compression; discarded attempts count as done. */
export type CompressionState = 'none' | 'quick' | 'best';

/** Blobs of fewer bytes are served as they are. */
export const minCompressibleBytes = 256;

export interface UncompressedBlob {
  sha256: Buffer;
  size: number;
  compression: CompressionState;
}

/** Those of the given blobs that an effort has not been spent on, the smallest first. */
export async function listUncompressed(
  db: Kysely<Tables>,
  sha256s: readonly Buffer[],
  effort: CompressionState,
): Promise<UncompressedBlob[]> {
  return db
    .selectFrom('blobs')
    .select(['sha256', 'size', 'compression'])
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .where('size', '>=', minCompressibleBytes)
    .where('compression', 'in', effort === 'quick' ? ['none'] : ['none', 'quick'])
    .orderBy('size')
    .execute();
}

export async function findBlob(
  db: Kysely<Tables>,
  sha256: Buffer,
): Promise<{ sha256: Buffer; compression: CompressionState } | undefined> {
  return db
    .selectFrom('blobs')
    .select(['sha256', 'compression'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** Does nothing if the blob was swept meanwhile: a new upload of it starts uncompressed. */
export async function setCompression(
  db: Kysely<Tables>,
  sha256: Buffer,
  compression: CompressionState,
): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ compression })
    .where('sha256', '=', sha256)
    .where(
      sql<boolean>`exists (
        select from blob_encodings where blob_encodings.sha256 = blobs.sha256 and encoding = 'identity'
      )`,
    )
    .execute();
}

/**
 * Locks blobs until the transaction ends, against the sweep and other writers of forms. All lock before they change a
 * form, in the same order.
 * @returns the existing ones
 */
export async function lockBlobs(trx: Transaction<Tables>, sha256s: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await trx
    .selectFrom('blobs')
    .select('sha256')
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .orderBy('sha256')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Whether the provider may serve public files directly. */
export async function isPublicRead(db: Kysely<Tables>, storageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('storage_configs')
    .select('public_read')
    .where('id', '=', storageId)
    .executeTakeFirst();
  return row?.public_read ?? false;
}
