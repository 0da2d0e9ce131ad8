import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asStorageError } from '#server/platform/blobs/durable.ts';
import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import { LocalLimits } from '#server/platform/limits/local-limits.ts';
import { type Semaphore, type SharedLimits, withSemaphore } from '#server/platform/limits/shared-limits.ts';
import { type ProcessEnd, runSandboxedProcess } from '#server/platform/processes/sandboxed-process.ts';
import { readerModule } from '#server/reader-module.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { defaultIngestLimits, type IngestLimits } from './archive/limits.ts';
import type { ReadMessage, ReadRequest } from './ingest-messages.ts';
import type { ManifestFile, PackedFile } from './tree.ts';

export interface IngestOptions {
  /** Absolute path of the uploaded file, which is only read. */
  path: string;
  /** As its creator called it. */
  fileName: string;
  stagingFolder: string;
  limits?: Partial<IngestLimits>;
  /** Shared by all who read at the same time; left out, by those of this process. */
  sharedLimits?: SharedLimits;
  signal?: AbortSignal;
  /** What reads it, instead of `readerModule`. */
  module?: string;
}

export interface Ingested {
  report: BuildReport;
  files: ManifestFile[];
  packedFiles: PackedFile[];
  /** Every content of `files` once, as files of the staging folder that a store may take over. */
  blobs: StagedBlob[];
  /** sha256 in hexadecimal and bytes of the upload itself. */
  original: { sha256: string; size: number };
  /** Removes what is left in the staging folder. To be called whatever happens. */
  discard(): Promise<void>;
}

/** The heap of a reading process; file content never lies on it. */
const maxHeapMegabytes = 256;
/** The process stops by itself when its time is up and can then say why; this long after, it is stopped. */
const graceSeconds = 5;
/** Each reading process keeps one core busy. */
const reading: Semaphore = { name: 'builds that are read', most: 2 };
const localLimits = new LocalLimits();

/**
 * Reads, checks and inspects an uploaded build in a process of its own, whose death costs only this upload.
 * At most two uploads are read at once; others wait. A process that somebody else killed, such as the system
 * when memory runs short, says nothing about the upload: it is read once more before it is refused.
 * @throws FluxError `build_refused` with what was looked for and found; `storage_full`; any other error where it could not be
 * read for a reason of ours. Nothing is left behind then
 */
export function ingestBuild(options: IngestOptions): Promise<Ingested> {
  return withSemaphore(options.sharedLimits ?? localLimits, reading, async () => {
    try {
      return await attempt(options);
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    try {
      return await attempt(options);
    } catch (error) {
      throw error instanceof KilledError ? unreadable(error) : error;
    }
  });
}

async function attempt(options: IngestOptions): Promise<Ingested> {
  options.signal?.throwIfAborted();
  const folder = await makeFolder(options.stagingFolder);
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await read(options, folder)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The reading process ended by a signal that we did not send. */
class KilledError extends Error {}

function unreadable(cause: Error): FluxError {
  return new FluxError('build_refused', 'The archive could not be read safely.', {
    details: ['Reading it failed in an unusual way. Please make the zip again and upload it.'],
    cause,
  });
}

async function makeFolder(stagingFolder: string): Promise<string> {
  try {
    await mkdir(stagingFolder, { recursive: true });
    return await mkdtemp(join(stagingFolder, 'build-'));
  } catch (error) {
    throw asStorageError(error);
  }
}

/** Removes what a killed server left in the staging folder; only for the start, before anything is staged. */
export async function clearStaging(stagingFolder: string): Promise<void> {
  await mkdir(stagingFolder, { recursive: true });
  for (const name of await readdir(stagingFolder)) {
    await rm(join(stagingFolder, name), { recursive: true, force: true });
  }
}

async function read(options: IngestOptions, folder: string): Promise<Omit<Ingested, 'discard'>> {
  const limits = { ...defaultIngestLimits, ...options.limits };
  const request: ReadRequest = { path: options.path, fileName: options.fileName, folder, limits };
  const files: ManifestFile[] = [];
  const packedFiles: PackedFile[] = [];
  const blobs: StagedBlob[] = [];
  const results: Exclude<ReadMessage, { kind: 'begun' | 'files' | 'packed' | 'blobs' }>[] = [];
  let hasBegun = false;
  const end = await runSandboxedProcess({
    module: options.module ?? readerModule,
    request,
    folder,
    onMessage: (received) => {
      const message = received as ReadMessage;
      if (message.kind === 'begun') hasBegun = true;
      else if (message.kind === 'files') files.push(...message.files);
      else if (message.kind === 'packed') packedFiles.push(...message.files);
      else if (message.kind === 'blobs') blobs.push(...message.blobs);
      else results.push(message);
    },
    maxSeconds: limits.maxSeconds + graceSeconds,
    maxHeapMegabytes,
    signal: options.signal,
  });
  const [result] = results;
  if (!result) throw explainDeath(end, hasBegun, options.signal);
  switch (result.kind) {
    case 'done':
      checkPaths(blobs, folder);
      return { report: result.report, files, packedFiles, blobs, original: result.original };
    case 'refused':
      throw new FluxError('build_refused', result.message, { details: result.details });
    case 'storage_full':
      throw new FluxError('storage_full');
    case 'failed':
      throw new Error(`Reading an upload failed: ${result.error}`);
  }
}

function explainDeath(end: ProcessEnd, hasBegun: boolean, signal: AbortSignal | undefined): unknown {
  if (end.stoppedBy === 'abort') return signal?.reason;
  const story = `The reading process ended with code ${end.code}, signal ${end.signal}: ${end.lastWords}`;
  if (end.stoppedBy === 'time') {
    return new FluxError('build_refused', 'Reading this build took too long.', {
      details: ['Please make the zip again with ordinary compression, or make the build smaller.'],
      cause: new Error(story),
    });
  }
  if (end.signal !== null) return new KilledError(story);
  // It is missing or half written, as while it is built anew: the upload has nothing to do with that, and is not refused.
  return hasBegun ? unreadable(new Error(story)) : new Error(story);
}

/** A store renames these files away, so a reading process that an upload took over must not name others. */
function checkPaths(blobs: readonly StagedBlob[], folder: string): void {
  const outside = blobs.flatMap((blob) => blob.forms).some((form) => dirname(form.path) !== folder);
  if (outside) throw new Error('A reading process named a file outside its folder.');
}
