import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../schema.ts';

/** Of the smallest form that can be read by itself: a larger delta spares its reader too little for what it costs. */
export const worthwhileShare = 0.6;

interface Pair {
  sha256: Buffer;
  dictionary: Buffer;
}

/** Whether a delta was worth keeping when it was tried; undefined where it never was. */
export async function findAttempt(
  db: Kysely<Tables>,
  { sha256, dictionary }: Pair,
): Promise<{ kept: boolean } | undefined> {
  return db
    .selectFrom('delta_attempts')
    .select('kept')
    .where('sha256', '=', sha256)
    .where('dictionary', '=', dictionary)
    .executeTakeFirst();
}

/** Nothing where the blob is gone by now. */
export async function insertAttempt(
  db: Kysely<Tables>,
  { sha256, dictionary, kept, cpu_seconds }: Pair & { kept: boolean; cpu_seconds: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into delta_attempts (sha256, dictionary, kept, cpu_seconds, tried_at)
    select sha256, ${dictionary}, ${kept}, ${cpu_seconds}, ${now} from blobs where sha256 = ${sha256} for key share
    on conflict (sha256, dictionary) do update
      set kept = excluded.kept, cpu_seconds = excluded.cpu_seconds, tried_at = excluded.tried_at
  `.execute(db);
}

/**
 * Takes deltas off the list that no active version can send any more, or that nobody can read who plays what is kept; their files go with the next sweep of files.
 * @param before those that were made since are left alone: a rollback may be rolled back
 */
export async function deleteUnusedDeltas(db: Kysely<Tables>, before: Date): Promise<void> {
  await db
    .deleteFrom('blob_encodings')
    .where(sql<boolean>`dictionary <> ''`)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`(
        not exists (
          select from version_files join apps on apps.active_version_id = version_files.version_id
          where version_files.sha256 = blob_encodings.sha256
        )
        or not exists (select from version_files where version_files.sha256 = blob_encodings.dictionary)
      )`,
    )
    .execute();
}

/**
 * Takes deltas off the list that have turned out to be worth too little: the whole file got a better form since.
 * @param share of the smallest form that can be read by itself
 */
export async function deleteLargeDeltas(db: Kysely<Tables>, sha256: Buffer, share: number): Promise<void> {
  await db
    .deleteFrom('blob_encodings')
    .where('sha256', '=', sha256)
    .where(sql<boolean>`dictionary <> ''`)
    .where(
      sql<boolean>`size > ${share}::float8 * (
        select min(size) from blob_encodings whole where whole.sha256 = ${sha256} and whole.dictionary = ''
      )`,
    )
    .execute();
}
