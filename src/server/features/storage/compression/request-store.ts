import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { minCompressibleBytes, type UncompressedBlob } from '../store.ts';
import type { Effort } from './compress-blob.ts';

/** A blob with missing encodings. */
export interface CompressionRequest extends UncompressedBlob {
  /** When it was last seen to that it is in a job. */
  seenAt: Date;
  /** The job that it was queued in; null if none. */
  effort: Effort | null;
  /** That job, which may be over by now. */
  jobId: string | null;
}

/** Nothing for blobs that are too small, or compressed as well as can be. */
export async function addCompressionRequests(
  db: Kysely<Tables>,
  sha256s: readonly Buffer[],
  now: Date,
): Promise<void> {
  await sql`
    insert into compression_requests (sha256, seen_at)
    select sha256, ${now} from blobs
    where sha256 = any(${sha256s}) and size >= ${minCompressibleBytes} and compression <> 'best'
    -- All who add some wait for each other in the same order.
    order by sha256
    on conflict (sha256) do nothing`.execute(db);
}

/** Those of the given blobs that are still to be compressed, the smallest first. */
export async function listCompressionRequests(
  db: Kysely<Tables>,
  sha256s: readonly Buffer[],
): Promise<CompressionRequest[]> {
  return db
    .selectFrom('compression_requests')
    .innerJoin('blobs', 'blobs.sha256', 'compression_requests.sha256')
    .select(['blobs.sha256', 'size', 'compression', 'seen_at as seenAt', 'effort', 'job_id as jobId'])
    .where(sql<boolean>`compression_requests.sha256 = any(${sha256s})`)
    .where('compression', '<>', 'best')
    .orderBy('size')
    .execute();
}

/**
 * Assigns requests to a job.
 * @returns those not assigned to another since they were read
 */
export async function claimCompressionRequests(
  db: Kysely<Tables>,
  requests: readonly CompressionRequest[],
  { effort, jobId }: { effort: Effort; jobId: string },
  now: Date,
): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    with free as (
      select compression_requests.sha256 from compression_requests
        join unnest(${requests.map((request) => request.sha256)}::bytea[], ${requests.map((request) => request.jobId)}::uuid[])
          as seen (sha256, job_id) on seen.sha256 = compression_requests.sha256
      where compression_requests.job_id is not distinct from seen.job_id
      for update of compression_requests skip locked
    )
    update compression_requests set effort = ${effort}, job_id = ${jobId}, seen_at = ${now}
    from free where compression_requests.sha256 = free.sha256
    returning compression_requests.sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** Requests not handled since then, the longest waiting first. */
export async function listForgotten(db: Kysely<Tables>, before: Date, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('compression_requests')
    .select('sha256')
    .where('seen_at', '<', before)
    .orderBy('seen_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.sha256);
}

/** Marks requests as handled, so that others come first. */
export async function markSeen(db: Kysely<Tables>, sha256s: readonly Buffer[], now: Date): Promise<void> {
  await sql`
    with free as (
      select sha256 from compression_requests where sha256 = any(${sha256s}) for update skip locked
    )
    update compression_requests set seen_at = ${now} from free where compression_requests.sha256 = free.sha256
  `.execute(db);
}

/** Deletes requests of fully compressed blobs. */
export async function dropFulfilledRequests(db: Kysely<Tables>, sha256s: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom('compression_requests')
    .using('blobs')
    .whereRef('blobs.sha256', '=', 'compression_requests.sha256')
    .where(sql<boolean>`compression_requests.sha256 = any(${sha256s})`)
    .where('compression', '=', 'best')
    .execute();
}
