import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { problemOf } from '../../../platform/problem-of.ts';
import { listForgotten, listUncompressed } from '../store.ts';
import { compressBlob, type Effort } from './compress-blob.ts';
import { startCompressor } from './compressor.ts';
import { Places } from './places.ts';

export const compressionJob = 'storage.compress';

/** A job ends after about this much, so that what matters more gets its turn: decompressed bytes, and blobs. */
const jobBytes = 16 * 1_048_576;
const jobBlobs = 200;

interface CompressionJob {
  effort: Effort;
  /** Hexadecimal. */
  sha256s: string[];
}

/**
 * Asks for the best encodings of published blobs: first those that are quick to make, for all of them, then
 * brotli 11. What is compressed already, or is on its way, is left out; blobs that are too small too.
 * @param sha256s hexadecimal
 */
export async function queueCompression(context: Context, sha256s: readonly string[]): Promise<void> {
  const hashes = sha256s.map((sha256) => Buffer.from(sha256, 'hex'));
  for (const effort of ['quick', 'best'] as const) {
    for (const chunk of inChunks(await listUncompressed(context.db, hashes, effort))) {
      const job: CompressionJob = { effort, sha256s: chunk };
      // The same work asked for again, while it still waits, is the same job.
      const singletonKey = createHash('sha256').update(JSON.stringify(job)).digest('hex');
      await context.jobs.add(compressionJob, job, { priority: effort === 'quick' ? 10 : 0, singletonKey });
    }
  }
}

export function registerCompression(context: Context): void {
  context.jobs.register<CompressionJob>({
    name: compressionJob,
    concurrency: 1,
    // A restart of the server costs a try.
    retryLimit: 50,
    run: (job, signal) => compressBlobs(context, job.effort, job.sha256s, signal),
  });
  context.jobs.register({
    name: 'storage.queue-forgotten',
    concurrency: 1,
    retryLimit: 2,
    schedule: '*/10 * * * *',
    run: () => queueForgotten(context),
  });
}

/** Ordinary work is under way by then; brotli 11 may wait behind a day's uploads. */
const quickPatienceMs = 10 * 60_000;
const bestPatienceMs = 24 * 3_600_000;
const forgottenAtOnce = 2_000;

/**
 * Asks again for what nobody is working on: a server that died between publishing a version and queueing its
 * compression left those blobs as they came.
 */
export async function queueForgotten(context: Context): Promise<void> {
  const now = context.clock.now().getTime();
  const before = { quickBefore: new Date(now - quickPatienceMs), bestBefore: new Date(now - bestPatienceMs) };
  const forgotten = await listForgotten(context.db, before, forgottenAtOnce);
  await queueCompression(
    context,
    forgotten.map((sha256) => sha256.toString('hex')),
  );
}

/** Works through the list; whatever was done before, in this run or an interrupted one, is left out. */
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
    for (const blob of blobs) {
      signal.throwIfAborted();
      // One that fails does not keep the others waiting; the job is tried again for it alone.
      await compressBlob(context, { compressor, places }, blob.sha256.toString('hex'), effort).catch(
        (error: unknown) => failures.push(error),
      );
    }
    signal.throwIfAborted();
    if (failures.length > 0)
      throw new AggregateError(failures, `Some blobs could not be compressed: ${problemOf(failures[0])}`);
  } finally {
    await compressor.stop();
  }
}

function inChunks(blobs: readonly { sha256: Buffer; size: number }[]): string[][] {
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
