import type { Context } from '../../context.ts';
import { inParallel } from '../../platform/parallel.ts';
import { blobPrefix, probePrefix, sha256OfKey } from './keys.ts';
import {
  deleteEncodings,
  deleteFormless,
  existingKeys,
  insertAged,
  lockSweepable,
  lockUntouched,
} from './store.ts';

/** What was touched within this time may belong to a version about to be committed. */
const graceMs = 24 * 3_600_000;

const batchBlobs = 100;
const batchKeys = 1_000;
const parallelDeletes = 8;

type Services = Pick<Context, 'db' | 'blobs' | 'clock'>;

export function registerSweeps(context: Context): void {
  context.jobs.register({
    name: 'storage.sweep',
    concurrency: 1,
    retryLimit: 2,
    schedule: '41 * * * *',
    run: (_data, signal) => sweepBlobs(context, signal),
  });
  // It looks at every file of the store, so it comes round once a day.
  context.jobs.register({
    name: 'storage.sweep-files',
    concurrency: 1,
    retryLimit: 2,
    schedule: '23 4 * * *',
    run: (_data, signal) => sweepFiles(context, signal),
  });
}

/**
 * Removes blobs that no version and no thumbnail names and nobody touched for 24 hours.
 *
 * It works in two transactions, so that a crash anywhere leaves the catalogue honest:
 * 1. Under the rows' locks the forms are taken off the list. From here on a publisher who brings the content
 *    writes it anew.
 * 2. Under the locks again, what is still untouched and without forms is deleted: the row, then the files,
 *    then the commit. A publisher waits for that commit (`keep.ts`, step 1) and inserts the row anew. If the
 *    process dies in between, the row comes back without forms and goes with the next sweep; files that were
 *    left are found by `sweepFiles`.
 */
export async function sweepBlobs(context: Services, signal: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - graceMs);
  for (let goesOn = true; goesOn; ) {
    signal.throwIfAborted();
    goesOn = await sweepBatch(context, before);
  }
}

/** @returns whether there may be more; what others hold on to waits for the next round */
async function sweepBatch(context: Services, before: Date): Promise<boolean> {
  const { blobs, forms } = await context.db.transaction().execute(async (trx) => {
    const locked = await lockSweepable(trx, before, batchBlobs);
    return { blobs: locked, forms: await deleteEncodings(trx, locked) };
  });
  return context.db.transaction().execute(async (trx) => {
    const locked = await lockSweepable(trx, before, batchBlobs, blobs);
    const deleted = new Set((await deleteFormless(trx, locked)).map((sha256) => sha256.toString('hex')));
    const gone = forms.filter((form) => deleted.has(form.sha256.toString('hex')));
    await inParallel(gone, parallelDeletes, (form) => context.blobs.delete(form.key));
    return blobs.length === batchBlobs && deleted.size > 0;
  });
}

/** Removes files of the store that the catalogue does not know: what crashes between file and row left. */
export async function sweepFiles(context: Services, signal: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - graceMs);
  await context.blobs.removeUnfinished(before);
  let batch: string[] = [];
  for await (const key of context.blobs.list(blobPrefix)) {
    signal.throwIfAborted();
    batch.push(key);
    if (batch.length < batchKeys) continue;
    await sweepUnknown(context, batch, before);
    batch = [];
  }
  await sweepUnknown(context, batch, before);
  await sweepProbes(context, before);
}

async function sweepProbes(context: Services, before: Date): Promise<void> {
  for await (const key of context.blobs.list(probePrefix)) {
    const found = await context.blobs.stat(key);
    if (found && found.modifiedAt < before) await context.blobs.delete(key);
  }
}

async function sweepUnknown(context: Services, keys: readonly string[], before: Date): Promise<void> {
  const known = await existingKeys(context.db, keys);
  for (const key of keys) {
    const sha256 = sha256OfKey(key);
    if (known.has(key) || sha256 === null) continue;
    const found = await context.blobs.stat(key);
    if (found && found.modifiedAt < before) await removeUnknown(context, key, sha256, before);
  }
}

/** A publisher may bring this very content now, so the file is deleted under the lock that they take first. */
async function removeUnknown(context: Services, key: string, sha256: string, before: Date): Promise<void> {
  const hash = Buffer.from(sha256, 'hex');
  await context.db.transaction().execute(async (trx) => {
    await insertAged(trx, hash);
    if (!(await lockUntouched(trx, hash, before)) || (await existingKeys(trx, [key])).has(key)) return;
    await context.blobs.delete(key);
    await deleteFormless(trx, [hash]);
  });
}
