import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';
import { BlobNotFoundError, BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import type { Place, PlacedForm } from '#server/platform/blobs/blob-stores.ts';
import { provenFrom, type Source } from '#server/platform/blobs/cache/proven.ts';
import { requireReserve } from '#server/platform/files/disk.ts';

/** A place did not do what a copy needs. */
export class CopyError extends Error {
  /** Which of the two it was. */
  readonly storageId: string;
  /** What should lie there is missing, or is something else than was stored: to wait is of no use. */
  readonly isDamage: boolean;

  constructor(storageId: string, cause: unknown, { isSource = false } = {}) {
    super('A file could not be copied.', { cause });
    this.name = 'CopyError';
    this.storageId = storageId;
    const isBroken = cause instanceof BlobStoreError && cause.problem === 'broken';
    this.isDamage = isSource && (isBroken || cause instanceof BlobNotFoundError);
  }
}

/**
 * Copies one file to another store, by its hash: the end of it is handed on only once all of it is what was stored, so
 * that wrong bytes come to nothing there. When this resolves the copy is durable and of the right size. To a store on this
 * machine it is copied only while the disk has disk space for it.
 * @throws CopyError
 */
export async function copyFile(
  { diskSpace }: Pick<Context, 'diskSpace'>,
  form: PlacedForm,
  source: Source,
  target: Place,
): Promise<void> {
  let sourceFailure: unknown = null;
  const proven = async function* () {
    try {
      yield* provenFrom(form, source, 0);
    } catch (error) {
      sourceFailure = error;
      throw error;
    }
  };
  // Not the file's own folder, which may be yet to be made.
  const path = target.store.localPath('any');
  const folder = path && dirname(path);
  const leavingReserve = async function* () {
    for await (const chunk of proven()) {
      if (folder !== null) requireReserve(folder);
      yield chunk;
    }
  };
  const body = Readable.from(leavingReserve(), { objectMode: false, highWaterMark: 262_144 });
  const put = () => target.store.put(form.key, body, form.size);
  try {
    await (folder === null ? put() : diskSpace.within([folder], form.size, put));
    const found = await target.store.stat(form.key);
    if (found?.size !== form.size)
      throw new BlobStoreError('broken', new Error(`${form.key} is not there after it was put.`));
  } catch (error) {
    if (sourceFailure === null) throw new CopyError(target.storageId, error);
    throw new CopyError(form.storageId, sourceFailure, { isSource: true });
  } finally {
    body.destroy();
  }
}
