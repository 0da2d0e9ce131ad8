import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** Blobs whose gzip form must be checked, in order. */
export async function listChecks(db: Kysely<Tables>, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('gzip_checks')
    .select('sha256')
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute();
  return rows.map((row) => row.sha256);
}

export async function deleteCheck(db: Kysely<Tables>, sha256: Buffer): Promise<void> {
  await db.deleteFrom('gzip_checks').where('sha256', '=', sha256).execute();
}

/**
 * Takes a gzip form off its blob, which counts as never compressed then. One that took its place meanwhile stays, and so
 * does the check.
 */
export async function deleteGzipForm(
  trx: Transaction<Tables>,
  sha256: Buffer,
  storedSha256: string,
): Promise<void> {
  // Lock order: the blob first, as everywhere.
  await trx.updateTable('blobs').set({ compression: 'none' }).where('sha256', '=', sha256).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('blob_encodings')
    .where('sha256', '=', sha256)
    .where('encoding', '=', 'gzip')
    .where('stored_sha256', '=', Buffer.from(storedSha256, 'hex'))
    .executeTakeFirst();
  if (numDeletedRows > 0n) await deleteCheck(trx, sha256);
}
