import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { NoDiskSpaceError } from '#server/platform/files/disk-space-guard.ts';
import { PostponedError } from '#server/platform/jobs/jobs.ts';
import { problemOf } from '#server/platform/telemetry/problem-of.ts';
import { listUncompressed } from '../store.ts';
import { compressBlob, type Effort } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { isUnavailable, JobStores } from './job-stores.ts';
import {
  type CompressionRequest,
  claimCompressionRequests,
  dropFulfilledRequests,
  listCompressionRequests,
  listForgotten,
  markSeen,
} from './request-store.ts';

/** The queue of each effort, so that quick encodings do not wait behind brotli 11 of a large file. */
export const compressionJobs: Record<Effort, string> = {
  quick: 'storage.compress-quick',
  best: 'storage.compress-best',
};

/** The limits of one job, so that more important ones get their turn: decompressed bytes, and blobs. */
const jobBytes = 16 * 1_048_576;
const jobBlobs = 200;

interface CompressionJob {
  /** Hexadecimal. */
  sha256s: string[];
}

/** New uploads come before postponed blobs, which may be many. */
const uploadedPriority = 10;
const forgottenPriority = 0;

/**
 * Queues the next encodings of published blobs: quick ones first, then brotli 11. Compressed and queued blobs are
 * skipped, and so are those without a request (`request-store.ts`).
 * @param sha256s hexadecimal
 */
export async function queueCompression(
  context: Context,
  sha256s: readonly string[],
  priority = uploadedPriority,
): Promise<void> {
  for (const effort of ['quick', 'best'] as const) await queueEffort(context, effort, sha256s, priority);
}

/**
 * Queues one effort for the blobs that are due.
 *
 * A blob is in one job of an effort at most, even after repeated failures: otherwise failing blobs would fill the
 * queue.
 */
async function queueEffort(
  context: Context,
  effort: Effort,
  sha256s: readonly string[],
  priority: number,
): Promise<void> {
  const name = compressionJobs[effort];
  const requests = await listCompressionRequests(context.db, fromHex(sha256s));
  const due = requests.filter(({ compression }) => (compression === 'none') === (effort === 'quick'));
  const jobIds = due.flatMap((request) =>
    request.effort === effort && request.jobId !== null ? [request.jobId] : [],
  );
  const open = await context.jobs.findOpen(name, [...new Set(jobIds)]);
  const now = context.clock.now();
  const isRequested = ({ jobId, seenAt, ...request }: CompressionRequest) =>
    // Recently claimed requests may be about to be queued.
    request.effort === effort && jobId !== null && (open.has(jobId) || canWait(seenAt, now));
  for (const chunk of inChunks(due.filter((request) => !isRequested(request)))) {
    const jobId = randomUUID();
    const claimed = await claimCompressionRequests(context.db, chunk, { effort, jobId }, now);
    if (claimed.length === 0) continue;
    const job: CompressionJob = { sha256s: claimed.map((sha256) => sha256.toString('hex')) };
    await context.jobs.add(name, job, { priority, id: jobId });
  }
}

function fromHex(sha256s: readonly string[]): Buffer[] {
  return sha256s.map((sha256) => Buffer.from(sha256, 'hex'));
}

export function registerCompression(context: Context): void {
  for (const effort of ['quick', 'best'] as const) {
    context.jobs.register<CompressionJob>({
      name: compressionJobs[effort],
      concurrency: 1,
      // A restart of the server costs a try.
      retryLimit: 50,
      run: (job, signal) => runJob(context, effort, job, signal),
    });
  }
  context.jobs.register({
    name: 'storage.queue-forgotten',
    concurrency: 1,
    retryLimit: 2,
    schedule: '*/10 * * * *',
    run: () => queueForgotten(context),
  });
}

/** Brotli 11 follows the quick encodings of the same blobs. */
async function runJob(
  context: Context,
  effort: Effort,
  { sha256s }: CompressionJob,
  signal: AbortSignal,
): Promise<void> {
  try {
    await compressBlobs(context, effort, sha256s, signal);
  } finally {
    if (effort === 'quick' && !signal.aborted) {
      await queueEffort(context, 'best', sha256s, uploadedPriority);
    }
  }
}

/** New publications are queued by then; a little less than the interval. */
const waitMs = 9 * 60_000;
const maxForgotten = 2_000;

function canWait(seenAt: Date, now: Date): boolean {
  return seenAt.getTime() > now.getTime() - waitMs;
}

/**
 * Queues requests again that no job handles: after a crash between publishing and queueing, or an unavailable
 * storage.
 */
export async function queueForgotten(context: Context): Promise<void> {
  const now = context.clock.now();
  const before = new Date(now.getTime() - waitMs);
  const forgotten = await listForgotten(context.db, before, maxForgotten);
  await queueCompression(
    context,
    forgotten.map((sha256) => sha256.toString('hex')),
    forgottenPriority,
  );
  // Now that they are seen to: those that are in a job, or cannot be compressed now, let the others come first.
  await dropFulfilledRequests(context.db, forgotten);
  await markSeen(context.db, forgotten, now);
}

/**
 * Compresses the blobs of a job; finished ones are skipped. Unavailable storage is no failure: `queueForgotten`
 * retries it.
 * @throws PostponedError if only disk space was missing
 */
export async function compressBlobs(
  context: Context,
  effort: Effort,
  sha256s: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const blobs = await listUncompressed(context.db, fromHex(sha256s), effort);
  if (blobs.length === 0) return;
  const compressor = startCompressor(signal);
  const places = new JobStores(context);
  try {
    const failures: unknown[] = [];
    let away: unknown = null;
    let waiting: unknown = null;
    for (const blob of blobs) {
      signal.throwIfAborted();
      // One that fails does not keep the others waiting; the job is tried again for it alone.
      await compressBlob(context, { compressor, places }, blob.sha256.toString('hex'), effort).catch(
        (error: unknown) => {
          if (isUnavailable(error)) away = error;
          else if (error instanceof NoDiskSpaceError) waiting = error;
          else failures.push(error);
        },
      );
    }
    signal.throwIfAborted();
    if (away !== null) context.log.warn({ err: away }, 'compression waits for a storage');
    if (failures.length > 0)
      throw new AggregateError(failures, `Some blobs could not be compressed: ${problemOf(failures[0])}`);
    if (waiting !== null) throw new PostponedError(problemOf(waiting));
  } finally {
    await compressor.stop();
  }
}

function inChunks(requests: readonly CompressionRequest[]): CompressionRequest[][] {
  const chunks: CompressionRequest[][] = [];
  let bytes = 0;
  for (const request of requests) {
    const last = chunks.at(-1);
    const full = !last || last.length >= jobBlobs || bytes + request.size > jobBytes;
    if (full) {
      chunks.push([request]);
      bytes = request.size;
    } else {
      last.push(request);
      bytes += request.size;
    }
  }
  return chunks;
}
