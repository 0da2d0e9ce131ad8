import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** A version whose upload may be too old to be kept. */
export interface AgedOriginal {
  id: string;
  appId: string;
  originalSha256: Buffer;
  uploadedAt: Date;
}

/** The oldest first; each by what the storage says in which its upload lies. */
export async function listAgedOriginals(
  db: Kysely<Tables>,
  now: Date,
  after: AgedOriginal | null,
  limit: number,
): Promise<AgedOriginal[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('apps', 'apps.id', 'versions.app_id')
    .innerJoin('blob_encodings', (join) =>
      join
        .onRef('blob_encodings.sha256', '=', 'versions.original_sha256')
        .on('blob_encodings.encoding', '=', 'identity'),
    )
    .innerJoin('storage_configs', 'storage_configs.id', 'blob_encodings.storage_id')
    .select([
      'versions.id',
      'versions.app_id as appId',
      'blob_encodings.sha256 as originalSha256',
      'versions.uploaded_at as uploadedAt',
    ])
    .where('versions.original_sha256', 'is not', null)
    .where('versions.approval', '<>', 'pending')
    .whereRef('apps.active_version_id', '<>', 'versions.id')
    // Null is never true: they are kept.
    .where(sql<boolean>`versions.uploaded_at < ${now}::timestamptz - make_interval(days => retention_days)`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(versions.uploaded_at, versions.id) > (${after?.uploadedAt}, ${after?.id})`),
    )
    .orderBy('versions.uploaded_at')
    .orderBy('versions.id')
    .limit(limit)
    .execute();
  return rows;
}

/**
 * Lets go of an upload, unless its version was made active or sent for approval meanwhile: both take the app's row first.
 * Its bytes stay for as long as what was just kept.
 */
export async function dropOriginal(
  trx: Transaction<Tables>,
  { id, appId, originalSha256 }: AgedOriginal,
  now: Date,
): Promise<boolean> {
  const app = await trx
    .selectFrom('apps')
    .select('active_version_id')
    .where('id', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!app || app.active_version_id === id) return false;
  await trx
    .updateTable('blobs')
    .set({ touched_at: sql`greatest(touched_at, ${now})` })
    .where('sha256', '=', originalSha256)
    .execute();
  const dropped = await trx
    .updateTable('versions')
    .set({ original_sha256: null })
    .where('id', '=', id)
    .where('approval', '<>', 'pending')
    .where('original_sha256', '=', originalSha256)
    .returning('id')
    .executeTakeFirst();
  if (dropped === undefined) return false;
  // They say where its files lie in what is gone now.
  await trx.deleteFrom('packed_files').where('version_id', '=', id).execute();
  return true;
}
