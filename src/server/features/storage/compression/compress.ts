import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { problemOf } from '../../../platform/problem-of.ts';
import { listForgotten, listUncompressed, type UncompressedBlob } from '../store.ts';
import { compressBlob, type Effort } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { isAway, Places } from './places.ts';

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
 * is compressed already, or is on its way, is left out; blobs that are too small too.
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
  const hashes = sha256s.map((sha256) => Buffer.from(sha256, 'hex'));
  const blobs = await listUncompressed(context.db, hashes, 'best');
  const due = blobs.filter(({ compression }) => (compression === 'none') === (effort === 'quick'));
  const names = due.map(({ sha256 }) => sha256.toString('hex'));
  const asked = await context.jobs.findAsked(compressionJobs[effort], 'sha256s', names);
  for (const chunk of inChunks(due.filter(({ sha256 }) => !asked.has(sha256.toString('hex'))))) {
    const job: CompressionJob = { sha256s: chunk };
    // Two servers that ask for the same at once.
    const singletonKey = createHash('sha256').update(JSON.stringify(job)).digest('hex');
    await context.jobs.add(compressionJobs[effort], job, { priority, singletonKey });
  }
}

export function registerCompression(context: Context): void {
  for (const effort of ['quick', 'best'] as const) {
    context.jobs.register<CompressionJob>({
      name: compressionJobs[effort],
      concurrency: 1,
      exclusive: true,
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

/** What was just published has been queued by then. */
const patienceMs = 10 * 60_000;
const forgottenAtOnce = 2_000;

/**
 * Asks again for what nobody is working on: a server that died between publishing a version and queueing its
 * compression left those blobs as they came, and a place that did not answer has kept others as they are.
 */
export async function queueForgotten(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - patienceMs);
  const forgotten = await listForgotten(context.db, before, forgottenAtOnce);
  await queueCompression(
    context,
    forgotten.map((sha256) => sha256.toString('hex')),
    forgottenPriority,
  );
}

/**
 * Works through the list; whatever was done before, in this run or an interrupted one, is left out. What a place that does
 * not answer is needed for is no failure: it is left to `queueForgotten`.
 */
export async function compressBlobs(
  context: Context,
  effort: Effort,
  sha256s: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const hashes = sha256s.map((sha256) => Buffer.from(sha256, 'hex'));
  const blobs = await listUncompressed(context.db, hashes, effort);
  if (blobs.length === 0) return;
  const compressor = startCompressor(signal);
  const places = new Places(context);
  try {
    const failures: unknown[] = [];
    let away: unknown = null;
    for (const blob of blobs) {
      signal.throwIfAborted();
      // One that fails does not keep the others waiting; the job is tried again for it alone.
      await compressBlob(context, { compressor, places }, blob.sha256.toString('hex'), effort).catch(
        (error: unknown) => {
          if (isAway(error)) away = error;
          else failures.push(error);
        },
      );
    }
    signal.throwIfAborted();
    if (away !== null) context.log.warn({ err: away }, 'compression waits for a storage');
    if (failures.length > 0)
      throw new AggregateError(failures, `Some blobs could not be compressed: ${problemOf(failures[0])}`);
  } finally {
    await compressor.stop();
  }
}

function inChunks(blobs: readonly UncompressedBlob[]): string[][] {
  const chunks: string[][] = [];
  let bytes = 0;
  for (const blob of blobs) {
    const last = chunks.at(-1);
    const full = !last || last.length >= jobBlobs || bytes + blob.size > jobBytes;
    if (full) {
      chunks.push([blob.sha256.toString('hex')]);
      bytes = blob.size;
    } else {
      last.push(blob.sha256.toString('hex'));
      bytes += blob.size;
    }
  }
  return chunks;
}
