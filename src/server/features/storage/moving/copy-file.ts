import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';
import { BlobNotFoundError, BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import type { PlacedForm, StorageLocation } from '#server/platform/blobs/blob-stores.ts';
import { type Source, verifiedFrom } from '#server/platform/blobs/cache/hash-verifier.ts';
import { requireReserve } from '#server/platform/files/disk.ts';

/** A store failed during a copy. */
export class CopyError extends Error {
  /** Which of the two it was. */
  readonly storageId: string;
  /** The source file is missing or damaged; retrying is useless. */
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
 * Copies one file to another store and verifies its hash: the end is sent only after verification, so that damaged
 * bytes are never stored. The copy is durable when this resolves. Copies to the local store need disk space.
 * @throws CopyError
 */
export async function copyFile(
  { diskSpace }: Pick<Context, 'diskSpace'>,
  form: PlacedForm,
  source: Source,
  target: StorageLocation,
): Promise<void> {
  let sourceFailure: unknown = null;
  const proven = async function* () {
    try {
      yield* verifiedFrom(form, source, 0);
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
