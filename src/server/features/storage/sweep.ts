import { builtinStorageId } from '#shared/storage/storage.ts';
import type { Context } from '../../context.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StorageLocation } from '../../platform/blobs/blob-stores.ts';
import { inParallel } from '../../platform/processes/parallel.ts';
import { readMark } from './connections/mark.ts';
import { blobPrefix, probePrefix, sha256OfKey } from './keys.ts';
import {
  deleteEncodings,
  deleteFormless,
  existingKeys,
  findSweepPosition,
  forgetCompression,
  insertAged,
  lockSweepable,
  lockUntouched,
  readSweepPage,
  setSweepPosition,
} from './sweep-store.ts';

/** Blobs touched within this time may belong to a version about to be committed. */
const graceMs = 24 * 3_600_000;

/** A week after it began with the first blob it does so again. */
const restartMs = 7 * 24 * 3_600_000;

const pageBlobs = 1_000;
const batchBlobs = 100;
const batchKeys = 1_000;
const parallelDeletes = 8;

type Services = Pick<Context, 'db' | 'stores' | 'cache' | 'clock' | 'log'>;

export function registerSweeps(context: Context): void {
  context.jobs.register({
    name: 'storage.sweep',
    concurrency: 1,
    retryLimit: 2,
    schedule: '41 * * * *',
    followsClock: true,
    run: (_data, signal) => sweepBlobs(context, signal),
  });
  // It lists all files of the store, so it runs once a day.
  context.jobs.register({
    name: 'storage.sweep-files',
    concurrency: 1,
    retryLimit: 2,
    schedule: '23 4 * * *',
    run: (_data, signal) => sweepFiles(context, signal),
  });
}

/**
 * Deletes blobs that no version or thumbnail references and that were not touched for 24 hours. It resumes at its
 * last position and checks every blob once a week.
 *
 * A batch is two transactions, so that a crash leaves the database consistent: 1. With the rows locked, the forms are
 * deleted. From then on a publisher of the content writes it again. 2. With the rows locked again, rows that are
 * still untouched and without forms are deleted, then the files, then the commit. A publisher waits for it
 * (`put-blobs.ts`, step 1) and inserts the row again. After a crash the next sweep deletes the rows, and `sweepFiles`
 * the files.
 */
export async function sweepBlobs(context: Services, signal: AbortSignal): Promise<void> {
  const now = context.clock.now();
  const before = new Date(now.getTime() - graceMs);
  const places = new SweptStores(context);
  let position = await findSweepPosition(context.db, now, new Date(now.getTime() - restartMs));
  for (;;) {
    signal.throwIfAborted();
    const page = await readSweepPage(context.db, before, position, pageBlobs);
    if (!page) return;
    for (let start = 0; start < page.unnamed.length; start += batchBlobs) {
      signal.throwIfAborted();
      await sweepBatch(context, places, before, page.unnamed.slice(start, start + batchBlobs));
    }
    position = page.end;
    // Afterwards, so that a crashed sweep repeats the batch.
    await setSweepPosition(context.db, position);
  }
}

/** Blobs locked by others are skipped: they are touched, or found after a restart. */
async function sweepBatch(
  context: Services,
  places: SweptStores,
  before: Date,
  unnamed: readonly Buffer[],
): Promise<void> {
  const { blobs, forms } = await context.db.transaction().execute(async (trx) => {
    const locked = await lockSweepable(trx, before, unnamed);
    const taken = await deleteEncodings(trx, locked);
    await forgetCompression(trx, locked);
    return { blobs: locked, forms: taken };
  });
  // Before the rows are locked again, so that publishers do not wait for an unresponsive store.
  await places.ask(forms.map((form) => form.storage_id));
  await context.db.transaction().execute(async (trx) => {
    const locked = await lockSweepable(trx, before, blobs);
    const deleted = new Set((await deleteFormless(trx, locked)).map((sha256) => sha256.toString('hex')));
    const gone = forms.filter((form) => deleted.has(form.sha256.toString('hex')));
    await deleteFiles(context, places, gone);
  });
}

/** `sweepFiles` later deletes the files of an unreachable store; the others do not wait. */
async function deleteFiles(
  context: Services,
  places: SweptStores,
  forms: readonly { storage_id: string; key: string; stored_sha256: Buffer }[],
): Promise<void> {
  await inParallel(forms, parallelDeletes, async ({ storage_id: storageId, key, stored_sha256 }) => {
    await context.cache.forget(stored_sha256.toString('hex'));
    try {
      await places.find(storageId)?.delete(key);
    } catch (error) {
      if (storageId === builtinStorageId) throw error;
      places.skip(storageId, error);
    }
  });
}

/** Where one sweep may delete. A place that failed once is not asked again, and one with another's mark never. */
class SweptStores {
  readonly #context: Services;
  /** Null: left alone. */
  readonly #stores = new Map<string, BlobStore | null>();

  constructor(context: Services) {
    this.#context = context;
  }

  async ask(storageIds: readonly string[]): Promise<void> {
    const unknown = new Set(storageIds.filter((id) => !this.#stores.has(id)));
    await Promise.all(
      [...unknown].map(async (id) => {
        try {
          const store = await this.#context.stores.of(id);
          this.#stores.set(id, (await isOwn({ storageId: id, store })) ? store : null);
        } catch (error) {
          if (id === builtinStorageId) throw error;
          this.skip(id, error);
        }
      }),
    );
  }

  find(storageId: string): BlobStore | null {
    return this.#stores.get(storageId) ?? null;
  }

  skip(storageId: string, error: unknown): void {
    if (this.#stores.get(storageId) === null) return;
    this.#stores.set(storageId, null);
    this.#context.log.warn({ err: error, storageId }, 'swept files are left');
  }
}

/** The bucket may belong to another server now, whose files are unknown here. */
async function isOwn({ storageId, store }: StorageLocation): Promise<boolean> {
  return storageId === builtinStorageId || (await readMark(store)) === storageId;
}

/** Deletes unknown files, which crashes between file and row leave. Each store is swept independently. */
export async function sweepFiles(context: Services, signal: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - graceMs);
  const failures: unknown[] = [];
  for (const location of await context.stores.all()) {
    signal.throwIfAborted();
    await sweepStore(context, location, before, signal).catch((error: unknown) => failures.push(error));
  }
  signal.throwIfAborted();
  if (failures.length > 0) throw new AggregateError(failures, 'Some storages could not be swept.');
}

async function sweepStore(
  context: Services,
  location: StorageLocation,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const { store } = location;
  if (!(await isOwn(location))) return;
  await store.removeUnfinished(before);
  let batch: UnknownFile[] = [];
  for await (const key of store.list(blobPrefix)) {
    signal.throwIfAborted();
    const sha256 = sha256OfKey(key);
    if (sha256 === null) continue;
    batch.push({ key, sha256: Buffer.from(sha256, 'hex') });
    if (batch.length < batchKeys) continue;
    await sweepUnknown(context, location, batch, before);
    batch = [];
  }
  await sweepUnknown(context, location, batch, before);
  await sweepProbes(location, before);
}

async function sweepProbes({ store }: StorageLocation, before: Date): Promise<void> {
  for await (const key of store.list(probePrefix)) {
    const found = await store.stat(key);
    if (found && found.modifiedAt < before) await store.delete(key);
  }
}

interface UnknownFile {
  key: string;
  sha256: Buffer;
}

async function sweepUnknown(
  context: Services,
  location: StorageLocation,
  files: readonly UnknownFile[],
  before: Date,
): Promise<void> {
  const known = await existingKeys(context.db, location.storageId, files);
  for (const file of files) {
    if (known.has(file.key)) continue;
    const found = await location.store.stat(file.key);
    if (found && found.modifiedAt < before) await removeUnknown(context, location, file, before);
  }
}

/** A publisher may add this content concurrently, so the file is deleted under the same lock. */
async function removeUnknown(
  context: Services,
  { storageId, store }: StorageLocation,
  file: UnknownFile,
  before: Date,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await insertAged(trx, file.sha256);
    if (!(await lockUntouched(trx, file.sha256, before))) return;
    if ((await existingKeys(trx, storageId, [file])).has(file.key)) return;
    await store.delete(file.key);
    await deleteFormless(trx, [file.sha256]);
  });
}
