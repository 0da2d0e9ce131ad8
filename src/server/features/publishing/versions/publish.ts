import type { Context } from '#server/context.ts';
import { type Semaphore, withSemaphore } from '#server/platform/limits/shared-limits.ts';
import { type ErrorCode, FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { requireAppLimit, requireVersionLimit } from '../../apps/limits.ts';
import { permit } from '../../apps/permit.ts';
import { findAppForPlay } from '../../apps/store.ts';
import { queueCompression } from '../../storage/compression/compress.ts';
import { whilePublishing } from '../uploads/publishing.ts';
import type { PublishedAs } from '../uploads/store.ts';
import { discardUpload, type TakenUpload, takeUpload } from '../uploads/take.ts';
import { type BuildInput, checkUploadedFile } from './build-input.ts';
import { commitPublication, type PublishTarget } from './commit.ts';
import { assembleUpload } from './partial-upload/assemble.ts';
import { unusableUpload } from './partial-upload/errors.ts';
import { type StoredBuild, storeBuild } from './store-build.ts';

export interface Publisher {
  /**
   * Publishes a build. A repeated request for the same upload, concurrent or later, on this or another server, returns the
   * first result. A failed upload stays for another attempt, unless its content was refused.
   * @throws FluxError `build_refused`, `upload_not_found`, `upload_incomplete`, `changes_unusable`, `storage_full`, and
   * errors of the check and the commit
   */
  publish(viewer: Viewer, input: BuildInput, target: PublishTarget): Promise<PublishedAs>;
}

/** The steps that tests replace. */
const steps = { check: checkTarget, store: storeBuild, commit: commitPublication };
export type PublishSteps = typeof steps;

/** Reading a build takes a CPU core and memory. */
const allPublications: Semaphore = { name: 'publications', most: 3 };

/** Queues publications: one per user and three in all, over all processes of a server. */
export function createPublisher(context: Context, replaced: Partial<PublishSteps> = {}): Publisher {
  const used = { ...steps, ...replaced };
  const queued = ({ id }: Viewer, work: () => Promise<PublishedAs>) =>
    withSemaphore(context.sharedLimits, { name: `publications of ${id}`, most: 1 }, () =>
      withSemaphore(context.sharedLimits, allPublications, work),
    );
  const running = new Map<string, Promise<PublishedAs>>();
  return {
    publish: (viewer, input, target) => {
      const work = () => publish(context, used, viewer, input, target);
      if (input.file) return queued(viewer, work);
      // A request that is repeated after a lost connection waits for the first one.
      const key = `${viewer.id} ${input.uploadId}`;
      const earlier = running.get(key);
      if (earlier) return earlier;
      // From here on, also while queued, the upload neither expires nor can be discarded.
      const published = whilePublishing(context, input.uploadId, async () => {
        const upload = await takeUpload(context, viewer, input.uploadId);
        return upload.published ?? queued(viewer, work);
      }).finally(() => running.delete(key));
      running.set(key, published);
      return published;
    },
  };
}

/** An upload, or a file of the request itself, which has no id. */
type Source = Omit<TakenUpload, 'id'> & { id: string | null };

/** Check, ingest, store, commit. */
async function publish(
  context: Context,
  { check, store, commit }: PublishSteps,
  viewer: Viewer,
  input: BuildInput,
  target: PublishTarget,
): Promise<PublishedAs> {
  // Read again after the queue: if the lock was lost, another server may have published or discarded the upload.
  const source: Source = input.file
    ? { ...input.file, id: null, isPartial: false, published: null }
    : await takeUpload(context, viewer, input.uploadId);
  if (source.published) return source.published;
  if (source.id !== null && !source.isPartial) await checkUploadedFile(context, source);
  await check(context, viewer, target);

  const build = await storeSource(context, store, source, target);

  const published = await commit(context, viewer, target, build, source.id);

  await discard(context, source);
  await afterCommit(context, () => queueCompression(context, encodableHashes(build)));
  return published;
}

/**
 * Checked before the build is read, which can take minutes. The commit checks again.
 * @throws FluxError `app_not_found`, `forbidden`, `subscription_required`, `limit_reached`
 */
async function checkTarget(context: Context, viewer: Viewer, target: PublishTarget): Promise<void> {
  if (target.kind === 'application') return requireAppLimit(context, viewer);
  const app = permit(viewer, await findAppForPlay(context, viewer, target.appId), 'update');
  await requireVersionLimit(context, viewer, app);
}

/** Errors of the content, which another attempt would repeat. */
const permanentErrors = new Set<ErrorCode>(['build_refused', 'changes_unusable']);

async function storeSource(
  context: Context,
  store: PublishSteps['store'],
  source: Source,
  target: PublishTarget,
): Promise<StoredBuild> {
  try {
    return await (source.isPartial ? storePartial(context, store, source, target) : store(context, source));
  } catch (error) {
    if (error instanceof FluxError && permanentErrors.has(error.code)) await discard(context, source);
    throw error;
  }
}

async function discard(context: Context, { id }: Source): Promise<void> {
  if (id !== null) await afterCommit(context, () => discardUpload(context, id));
}

async function storePartial(
  context: Context,
  store: PublishSteps['store'],
  source: Source,
  target: PublishTarget,
): Promise<StoredBuild> {
  if (target.kind === 'application') {
    const message = 'An upload of changes can become a version of an application, and no new one.';
    throw invalidField('uploadId', message);
  }
  const { path, size, discard } = await assembleUpload(context, target.appId, source);
  try {
    const assembled = { path, size, fileName: source.fileName };
    await checkUploadedFile(context, assembled);
    return await store(context, assembled);
  } catch (error) {
    // The cause may be a stored file that the user cannot mend. A whole upload gets the exact reason.
    if (error instanceof FluxError && error.code === 'build_refused')
      throw unusableUpload([error.message, ...(error.details ?? [])].join(' '), error);
    throw error;
  } finally {
    await discard();
  }
}

function encodableHashes(build: StoredBuild): string[] {
  return [...new Set(build.files.filter((file) => file.encodable).map((file) => file.sha256))];
}

/** Work that a sweep repeats if it fails: logged, because the result is already decided. */
async function afterCommit(context: Context, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => context.log.warn({ err: error }, 'after publishing'));
}
