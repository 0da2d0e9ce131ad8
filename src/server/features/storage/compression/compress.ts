import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { NoDiskSpaceError } from '#server/platform/files/disk-space-guard.ts';
import { PostponedError } from '#server/platform/jobs/jobs.ts';
import { problemOf } from '#server/platform/telemetry/problem-of.ts';
import { listUncompressed } from '../store.ts';
import { compressBlob, type Effort } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { isAway, Places } from './places.ts';
import {
  type CompressionRequest,
  claimCompressionRequests,
  dropFulfilledRequests,
  listCompressionRequests,
  listForgotten,
  markSeen,
} from './request-store.ts';

/**
 * The queue of each effort. What is quick to make does not wait behind brotli 11 of a large file: until it is there,
 * players get what came plain as it came.
 */
export const compressionJobs: Record<Effort, string> = {
  quick: 'storage.compress-quick',
  best: 'storage.compress-best',
};

/** A job ends after about this much, so that what matters more gets its turn: decompressed bytes, and blobs. */
const jobBytes = 16 * 1_048_576;
const jobBlobs = 200;

interface CompressionJob {
  /** Hexadecimal. */
  sha256s: string[];
}

/** What was just uploaded comes before what was left, of which a place that does not answer may have any amount. */
const uploadedPriority = 10;
const forgottenPriority = 0;

/**
 * Asks for the next encodings of published blobs: those that are quick to make, after which brotli 11 is asked for. What
 * is compressed already, or is on its way, is left out, and what has no request (`request-store.ts`).
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
 * Asks for one effort, for those of the blobs whose turn it is.
 *
 * A blob is in one job of an effort at most, also where that one fails again and again: else all that cannot be
 * compressed now would be added over and over, and keep what can be waiting.
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
  const isAsked = ({ jobId, seenAt, ...request }: CompressionRequest) =>
    // What was claimed a moment ago may be about to be put into its job.
    request.effort === effort && jobId !== null && (open.has(jobId) || isPatient(seenAt, now));
  for (const chunk of inChunks(due.filter((request) => !isAsked(request)))) {
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

/** Brotli 11 follows what is quick to make, also of those blobs alone that this could be made of. */
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

/** What was just published has been queued by then; and a little less than from one round to the next. */
const patienceMs = 9 * 60_000;
const forgottenAtOnce = 2_000;

function isPatient(seenAt: Date, now: Date): boolean {
  return seenAt.getTime() > now.getTime() - patienceMs;
}

/**
 * Asks again for what nobody is working on: a server that died between publishing a version and queueing its
 * compression left those blobs as they came, and a place that did not answer has kept others as they are.
 */
export async function queueForgotten(context: Context): Promise<void> {
  const now = context.clock.now();
  const before = new Date(now.getTime() - patienceMs);
  const forgotten = await listForgotten(context.db, before, forgottenAtOnce);
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
 * Works through the list; whatever was done before, in this run or an interrupted one, is left out. What a place that does
 * not answer is needed for is no failure: it is left to `queueForgotten`.
 * @throws PostponedError where there was no disk space for some, and nothing else was wrong
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
  const places = new Places(context);
  try {
    const failures: unknown[] = [];
    let away: unknown = null;
    let waiting: unknown = null;
    for (const blob of blobs) {
      signal.throwIfAborted();
      // One that fails does not keep the others waiting; the job is tried again for it alone.
      await compressBlob(context, { compressor, places }, blob.sha256.toString('hex'), effort).catch(
        (error: unknown) => {
          if (isAway(error)) away = error;
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
