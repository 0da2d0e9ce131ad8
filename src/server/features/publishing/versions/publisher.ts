import { open } from 'node:fs/promises';
import type { Context } from '#server/context.ts';
import { type Semaphore, withSemaphore } from '#server/platform/limits/shared-limits.ts';
import { type ErrorCode, FluxError, invalidField } from '#shared/contract/errors.ts';
import { buildFileProblem } from '#shared/versions/build-file.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { queueCompression } from '../../storage/compression/compress.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { whilePublishing } from '../uploads/publishing.ts';
import type { PublishedAs } from '../uploads/store.ts';
import { discardUpload, type TakenUpload, takeUpload } from '../uploads/take.ts';
import { assembleUpload } from './partial-upload/assemble.ts';
import { unusableUpload } from './partial-upload/errors.ts';
import { type BuildSource, type StoredBuild, storeBuild } from './store-build.ts';

/** A file that came with the request itself, or the id of a finished resumable upload. */
export type GivenBuild = { file: BuildSource } | { uploadId: string };

/** What a build is to become. */
export interface Publication {
  /** The app that it is to be a version of; null for one that is made with it. */
  appId: string | null;
  /** Throws where it could not be committed anyway, before the build is read, which takes time. */
  admit(): Promise<void>;
  /**
   * Commits a kept build in one transaction.
   * @param uploadId to be marked as published in that transaction; null for a file that came with the request
   */
  commit(build: StoredBuild, uploadId: string | null): Promise<PublishedAs>;
}

export interface Publisher {
  /**
   * Keeps the bytes, then commits. The same upload given again, at the same time or later, here or on another
   * server, is published once and answers the same. An upload stays for another attempt, unless it was refused for
   * what is in it.
   * @throws FluxError `build_refused`, `upload_not_found`, `upload_incomplete`, `changes_unusable`, `storage_full`, and
   * what the publication throws
   */
  publish(viewer: Viewer, given: GivenBuild, publication: Publication): Promise<PublishedAs>;
}

/** Each build that is read costs memory and a processor. */
const semaphore: Semaphore = { name: 'publications', most: 3 };

export function createPublisher(context: Context): Publisher {
  // Whoever publishes much at once waits for themselves.
  const inTurn = <Result>({ id }: Viewer, work: () => Promise<Result>) =>
    withSemaphore(context.sharedLimits, { name: `publications of ${id}`, most: 1 }, () =>
      withSemaphore(context.sharedLimits, semaphore, work),
    );
  const underWay = new Map<string, Promise<PublishedAs>>();
  return {
    publish: (viewer, given, publication) => {
      if ('file' in given) return inTurn(viewer, () => publishFile(context, given.file, publication));
      // A request that was sent again, as after a lost connection, waits for the first one's answer.
      const key = `${viewer.id} ${given.uploadId}`;
      const earlier = underWay.get(key);
      if (earlier) return earlier;
      // It is being published from here on, and must neither be given up nor expire while it waits for its turn.
      const work = whilePublishing(context, given.uploadId, async () => {
        const { published } = await takeUpload(context, viewer, given.uploadId);
        return published ?? inTurn(viewer, () => publishUpload(context, viewer, given.uploadId, publication));
      }).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}

async function publishFile(
  context: Context,
  file: BuildSource,
  publication: Publication,
): Promise<PublishedAs> {
  await publication.admit();
  const build = await storeBuild(context, file);
  const published = await publication.commit(build, null);
  await finish(context, () => queueCompression(context, hashesOf(build)));
  return published;
}

async function publishUpload(
  context: Context,
  viewer: Viewer,
  uploadId: string,
  publication: Publication,
): Promise<PublishedAs> {
  // As it is by now: where the lock was lost meanwhile, it may be gone, or another server may have published it.
  const upload = await takeUpload(context, viewer, uploadId);
  if (upload.published !== null) return upload.published;
  if (!upload.onlyChanges) await refuseUnfit(context, upload);
  await publication.admit();
  const build = await keepUpload(context, upload, publication.appId).catch(async (error: unknown) => {
    if (error instanceof FluxError && spent.has(error.code))
      await finish(context, () => discardUpload(context, uploadId));
    throw error;
  });
  const published = await publication.commit(build, uploadId);
  await finish(context, () => discardUpload(context, uploadId));
  await finish(context, () => queueCompression(context, hashesOf(build)));
  return published;
}

/** Refusals that are about the bytes of an upload, which another attempt would not change. */
const spent = new Set<ErrorCode>(['build_refused', 'changes_unusable']);

async function keepUpload(context: Context, upload: TakenUpload, appId: string | null): Promise<StoredBuild> {
  if (!upload.onlyChanges) return storeBuild(context, upload);
  if (appId === null) {
    const message = 'An upload of changes can become a version of an application, and no new one.';
    throw invalidField('uploadId', message);
  }
  const { path, size, discard } = await assembleUpload(context, appId, upload);
  try {
    const whole = { path, size, fileName: upload.fileName };
    await refuseUnfit(context, whole);
    return await storeBuild(context, whole);
  } catch (error) {
    // What is wrong may be with an earlier file, for which nobody could do anything: of a whole build it is told for sure.
    if (error instanceof FluxError && error.code === 'build_refused')
      throw unusableUpload([error.message, ...(error.details ?? [])].join(' '), error);
    throw error;
  } finally {
    await discard();
  }
}

/** The active storage may allow less by now than when the upload began. */
async function refuseUnfit(context: Context, upload: BuildSource): Promise<void> {
  const { maxUploadBytes, allowedExtensions } = await readUploadLimits(context);
  const asked = { name: upload.fileName, type: await typeOf(upload.path), size: upload.size };
  const problem = buildFileProblem(asked, maxUploadBytes, allowedExtensions);
  if (problem) throw invalidField('uploadId', problem);
}

/** What a file is by its first bytes: the browser's word for it is not kept, and a name need not say. */
async function typeOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start.startsWith('PK')) return 'application/zip';
    return /^(\xef\xbb\xbf)?\s*</.test(start) ? 'text/html' : 'application/octet-stream';
  } finally {
    await file.close();
  }
}

function hashesOf(build: StoredBuild): string[] {
  return [...new Set(build.files.filter((file) => file.encodable).map((file) => file.sha256))];
}

/** What follows a decision that already stands: its failure is logged, a sweep makes up for it. */
async function finish(context: Context, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => context.log.warn({ err: error }, 'after publishing'));
}
