import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

export interface UploadRow {
  id: string;
  user_id: string;
  file_name: string;
  size: number;
  completed_at: Date | null;
  app_id: string | null;
  version_id: string | null;
  created_app: boolean;
  /** Whether it holds only what earlier versions of an application lack. */
  is_partial: boolean;
  /** `newApplicationTarget`, or the id of the app it is to be a version of; null where that was not said. */
  target: string | null;
  /** The session or token that began it; null where that was not kept yet. */
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}

/** What an upload was published as. */
export interface PublishedAs {
  appId: string;
  versionId: string;
  /** Whether the app was made together with this version. */
  madeApp: boolean;
}

type Db = Kysely<Tables>;

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * An upload of this person that has not expired. Where it is complete and still to be published, it now lasts until
 * `until` at least, in the same statement, so that no sweep comes between.
 */
export async function holdUpload(
  db: Db,
  id: string,
  userId: string,
  { now, until }: { now: Date; until: Date },
): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({
      expires_at: sql`case when completed_at is not null and app_id is null
        then greatest(expires_at, ${until}) else expires_at end`,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** What a person has under way: not yet published and not expired, newest first. */
export async function listOpenUploads(db: Db, userId: string, now: Date): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('app_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Everybody's uploads that may still grow. */
export async function listGrowingUploads(db: Db, now: Date): Promise<Pick<UploadRow, 'id' | 'size'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'size'])
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Creations on all servers follow one another until the transaction ends, so that limits are counted truly. */
export async function lockCreations(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads create', 0))`.execute(trx);
}

export async function insertUpload(trx: Transaction<Tables>, row: UploadRow): Promise<void> {
  await trx.insertInto('uploads').values(row).execute();
}

/** @returns whether the upload was there and not complete before */
export async function completeUpload(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ completed_at: now })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns whether this call published it; false when it had been published before or is gone */
export async function publishUpload(
  trx: Transaction<Tables>,
  id: string,
  published: PublishedAs,
): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set({ app_id: published.appId, version_id: published.versionId, created_app: published.madeApp })
    .where('id', '=', id)
    .where('app_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Published uploads stay until they expire, so that asking twice answers the same. */
export async function deleteUnpublished(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).where('app_id', 'is', null).execute();
}

/** A person's uploads, published or not. @returns their ids; the files are the caller's to remove */
export async function deleteUploadsOf(trx: Transaction<Tables>, userId: string): Promise<string[]> {
  const rows = await trx.deleteFrom('uploads').where('user_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}

/** @returns the ids of what was deleted */
export async function deleteExpired(db: Db, now: Date): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('expires_at', '<=', now).returning('id').execute();
  return rows.map((row) => row.id);
}

export async function existingIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('id').where(sql<boolean>`id = any(${ids})`).execute();
  return new Set(rows.map((row) => row.id));
}
