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
  /** The uploaded name. */
  fileName: string;
  stagingFolder: string;
  limits?: Partial<IngestLimits>;
  /** Shared by all concurrent reads; by default those of this process. */
  sharedLimits?: SharedLimits;
  signal?: AbortSignal;
  /** The child's module, instead of `readerModule`. */
  module?: string;
}

export interface Ingested {
  report: BuildReport;
  files: ManifestFile[];
  packedFiles: PackedFile[];
  /** Each content of `files` once, as files of the staging folder that a store may move. */
  blobs: StagedBlob[];
  /** SHA-256 in hexadecimal and size of the upload itself. */
  original: { sha256: string; size: number };
  /** Deletes the remaining files in the staging folder. Always call it. */
  discard(): Promise<void>;
}

/** The heap of a child process; file content is not on it. */
const maxHeapMegabytes = 256;
/** The process ends itself at its time limit and reports why; this much later it is killed. */
const graceSeconds = 5;
/** Each child process uses one core. */
const reading: Semaphore = { name: 'builds that are read', most: 2 };
const localLimits = new LocalLimits();

/**
 * Reads, checks and inspects an uploaded build in its own process, so that a crash affects this upload only. At most
 * two uploads are read at once; others wait. A process killed by the system, such as for memory, is retried once
 * before the upload is refused. Cleans up if it throws.
 * @throws FluxError `build_refused` with the searched and found files; `storage_full`; any other error for a failure
 * of the server
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

/** The process was ended by a signal that Flux did not send. */
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

/** Deletes remains of a killed server in staging; only at startup, before anything is staged. */
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
  // The module is missing or incomplete, such as during a build of Flux: not the upload's fault.
  return hasBegun ? unreadable(new Error(story)) : new Error(story);
}

/** A store moves these files, so a compromised process must not name others. */
function checkPaths(blobs: readonly StagedBlob[], folder: string): void {
  const outside = blobs.flatMap((blob) => blob.forms).some((form) => dirname(form.path) !== folder);
  if (outside) throw new Error('A reading process named a file outside its folder.');
}
