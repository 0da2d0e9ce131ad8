import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError } from '#server/platform/blobs/durable.ts';
import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import { type Semaphore, type SharedLimits, withSemaphore } from '#server/platform/limits/shared-limits.ts';
import { childProcessModule } from '#server/platform/processes/child-process-module.ts';
import { type ProcessEnd, runSandboxedProcess } from '#server/platform/processes/sandboxed-process.ts';
import {
  type PictureKind,
  pictureHeadBytes,
  pictureKindOf,
  type ThumbnailSize,
  thumbnailPixelsMessage,
  thumbnailRefusedMessage,
} from '#shared/apps/thumbnails.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { type DrawMessage, type DrawRequest, tookTooLongMessage } from './drawing-messages.ts';

/** Both sizes of a picture as files that a store may take over. */
export interface DrawnThumbnail {
  blobs: Record<ThumbnailSize, StagedBlob>;
  /** Deletes the remaining files in the staging folder. Always call it. */
  discard(): Promise<void>;
}

const childModule = childProcessModule('drawing-child', import.meta);
/** The largest picture takes about two, with the start of the process. */
const maxCpuSeconds = 10;
/** For a process that hangs. */
const maxSeconds = 60;
const maxHeapMegabytes = 64;
/** Far above any WebP of 800 × 600 pixels. */
const maxDrawnBytes = 4 * 1_048_576;
/** Each takes a processor, and memory for a whole picture. */
const drawing: Semaphore = { name: 'pictures that are drawn', most: 2 };

/**
 * Decodes a picture in its own process, so that a crash affects this picture only, and re-encodes it: the upload
 * itself is never stored. A killed process is retried once before the picture is refused. Cleans up if it throws.
 * @throws FluxError `invalid_input` with the reason as a detail; `storage_full`
 */
export async function drawThumbnail(
  path: string,
  stagingFolder: string,
  sharedLimits: SharedLimits,
): Promise<DrawnThumbnail> {
  const kind = await readKind(path);
  if (kind === null) throw refused();
  return withSemaphore(sharedLimits, drawing, async () => {
    try {
      return await attempt(path, kind, stagingFolder);
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    try {
      return await attempt(path, kind, stagingFolder);
    } catch (error) {
      throw error instanceof KilledError ? refused('The picture could not be opened safely.', error) : error;
    }
  });
}

/** The drawing process ended by a signal that we did not send. */
class KilledError extends Error {}

function refused(reason?: string, cause?: Error): FluxError {
  return refusedAs(thumbnailRefusedMessage, {
    ...(reason === undefined ? {} : { details: [reason] }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function refusedAs(message: string, extra: { details?: string[]; cause?: Error } = {}): FluxError {
  return new FluxError('invalid_input', message, { fields: { thumbnail: message }, ...extra });
}

async function readKind(path: string): Promise<PictureKind | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pictureHeadBytes), 0, pictureHeadBytes, 0);
    return pictureKindOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function attempt(path: string, kind: PictureKind, stagingFolder: string): Promise<DrawnThumbnail> {
  const folder = await mkdtemp(join(stagingFolder, 'picture-')).catch((error: unknown) => {
    throw asStorageError(error);
  });
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const targets = { small: join(folder, 'small.webp'), large: join(folder, 'large.webp') };
  try {
    await runDrawing({ path, kind, targets, maxCpuSeconds }, folder);
    const [small, large] = await Promise.all([stagedBlob(targets.small), stagedBlob(targets.large)]);
    return { blobs: { small, large }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function runDrawing(request: DrawRequest, folder: string): Promise<void> {
  const messages: DrawMessage[] = [];
  const end = await runSandboxedProcess({
    module: childModule,
    request,
    folder,
    onMessage: (message) => messages.push(message as DrawMessage),
    maxSeconds,
    maxHeapMegabytes,
    // The decoders are native code.
    allowAddons: true,
  });
  const [result] = messages;
  if (!result) throw explainDeath(end);
  switch (result.kind) {
    case 'done':
      return;
    case 'refused':
      throw refused(result.reason);
    case 'too_many_pixels':
      throw refusedAs(thumbnailPixelsMessage(result.size));
    case 'storage_full':
      throw new FluxError('storage_full');
    case 'failed':
      throw new Error(`Drawing a thumbnail failed: ${result.error}`);
  }
}

function explainDeath(end: ProcessEnd): Error {
  const story = new Error(
    `The drawing process ended with code ${end.code}, signal ${end.signal}: ${end.lastWords}`,
  );
  if (end.stoppedBy === 'time') return refused(tookTooLongMessage, story);
  return end.signal === null
    ? refused('The picture could not be opened safely.', story)
    : new KilledError(story.message);
}

/** A compromised process could have written anything, so its output is checked before it is stored. */
async function stagedBlob(path: string): Promise<StagedBlob> {
  const bytes = await readFile(path);
  if (bytes.length > maxDrawnBytes || pictureKindOf(bytes) !== 'webp')
    throw new Error('The drawing process returned an invalid thumbnail.');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { length: size } = bytes;
  return { sha256, size, forms: [{ encoding: 'identity', path, size, storedSha256: sha256 }] };
}
