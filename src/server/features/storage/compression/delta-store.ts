import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { FormEncoding } from '#server/platform/blobs/encodings.ts';

/** The share of the smallest whole form: a larger delta saves too little. */
export const worthwhileShare = 0.6;

interface Pair {
  sha256: Buffer;
  dictionary: Buffer;
}

/** Whether a delta was kept when it was tried; undefined without an attempt. */
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

/** Does nothing for a deleted blob. */
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

/** A position in the order of creation. */
export interface DeltaPosition extends Pair {
  encoding: FormEncoding;
  /** As PostgreSQL writes it, to the microsecond. */
  createdAt: string;
}

/**
 * Of the next deltas, deletes those that no active version can send or no player's version can decode; the sweep
 * deletes their files.
 * @param before newer ones are kept, because a rollback may be reverted
 * @param after null to start with the oldest
 * @returns the position reached; undefined at the end
 */
export async function deleteUnusedDeltas(
  db: Kysely<Tables>,
  before: Date,
  after: DeltaPosition | null,
  limit: number,
): Promise<DeltaPosition | undefined> {
  const { createdAt, sha256, encoding, dictionary } = after ?? firstDeltas;
  const { rows } = await sql<DeltaPosition>`
    with page as materialized (
      select created_at, sha256, encoding, dictionary from blob_encodings
      where dictionary <> '' and created_at < ${before}
        and (created_at, sha256, encoding, dictionary)
          > (${createdAt}::timestamptz, ${sha256}::bytea, ${encoding}::text, ${dictionary}::bytea)
      order by created_at, sha256, encoding, dictionary limit ${limit}
    ), unused as (
      delete from blob_encodings using page
      where blob_encodings.sha256 = page.sha256 and blob_encodings.encoding = page.encoding
        and blob_encodings.dictionary = page.dictionary
        and (
          not exists (
            select from version_files file
              join versions on versions.id = file.version_id
              -- By its own key: there is no index of active versions.
              join apps on apps.id = versions.app_id and apps.active_version_id = versions.id
            where file.sha256 = page.sha256
          )
          or not exists (select from version_files where version_files.sha256 = page.dictionary)
        )
    )
    select created_at::text as "createdAt", sha256, encoding, dictionary from page
    order by page.created_at desc, sha256 desc, encoding desc, dictionary desc limit 1`.execute(db);
  return rows[0];
}

/** Before every delta. */
const firstDeltas = {
  createdAt: '-infinity',
  sha256: Buffer.alloc(0),
  encoding: '',
  dictionary: Buffer.alloc(0),
};

/**
 * Deletes deltas that save too little, because the whole file has a smaller form now. Called when a form is added, in
 * its transaction with the blobs locked, because a delta is evaluated seconds before it is stored.
 * @returns the deleted rows
 */
export async function dropLargeDeltas(trx: Transaction<Tables>, sha256s: readonly Buffer[]): Promise<Pair[]> {
  if (sha256s.length === 0) return [];
  return trx
    .deleteFrom('blob_encodings')
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .where(sql<boolean>`dictionary <> ''`)
    .where(
      sql<boolean>`size > ${worthwhileShare}::float8 * (
        select min(size) from blob_encodings whole
        where whole.sha256 = blob_encodings.sha256 and whole.dictionary = ''
      )`,
    )
    .returning(['sha256', 'dictionary'])
    .execute();
}
