import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { StagedBlob, StagedForm } from '../../platform/blobs/staged-blob.ts';
import { announceAll } from '../../platform/db/changes.ts';
import { inParallel } from '../../platform/processes/parallel.ts';
import { dropLargeDeltas } from './compression/delta-store.ts';
import { requireSameLocation } from './connections/same-location.ts';
import { blobKey } from './keys.ts';
import {
  type EncodingRow,
  insertEncodings,
  listEncodings,
  lockBlobs,
  noDictionary,
  touchBlobs,
} from './store.ts';

/** How many files are flushed at once; more only queue up in front of the disk. */
const parallelWrites = 8;

interface PlannedForm {
  row: EncodingRow;
  path: string;
}

/**
 * Puts staged bytes into the active store. They are durable when this resolves, and protected from the sweep for 24
 * hours, within which the caller commits rows that reference them. Stored content and forms that are not larger are
 * reused; the caller deletes their staged files with the folder.
 *
 * The order excludes races with the sweeper (`sweep.ts`): 1. Each blob's row is inserted or touched, which waits for
 * a sweeper that locks it. Afterwards the row is younger than the grace period. 2. Existing forms are read. A sweeper
 * deletes rows of `blob_encodings` before files, so a listed form exists. 3. Files are written before rows, so that a
 * row never names missing bytes or a former location.
 * @throws FluxError `storage_full`, `storage_unavailable`
 */
export async function putBlobs(
  context: Pick<Context, 'db' | 'stores' | 'clock'>,
  staged: readonly StagedBlob[],
): Promise<void> {
  const blobs = mergeBySha256(staged);
  const rows = blobs.map((blob) => ({ sha256: Buffer.from(blob.sha256, 'hex'), size: blob.size }));
  await touchBlobs(context.db, rows, context.clock.now());
  const existing = await listEncodings(
    context.db,
    rows.map((row) => row.sha256),
  );
  const kept = new Map(existing.map((row) => [formName(row.sha256.toString('hex'), row.encoding), row.size]));
  const location = await context.stores.active();
  const missing = planForms(blobs, location.storageId).filter(({ row }) => {
    const size = kept.get(formName(row.sha256.toString('hex'), row.encoding));
    // So that no download is larger than the upload.
    return size === undefined || row.size < size;
  });
  await inParallel(missing, parallelWrites, (form) => location.store.putFile(form.row.key, form.path));
  const known = new Set(existing.map((row) => row.sha256.toString('hex')));
  await context.db.transaction().execute(async (trx) => {
    if (missing.length > 0) await requireSameLocation(trx, location);
    const growing = missing
      .map(({ row }) => row.sha256)
      .filter((sha256) => known.has(sha256.toString('hex')));
    await lockBlobs(trx, growing);
    const inserted = await insertEncodings(
      trx,
      missing.map((form) => form.row),
      context.clock.now(),
    );
    // Delivery caches only existing blobs, so only blobs with new forms are announced.
    const changed = new Set(inserted.map((row) => row.sha256.toString('hex')).filter((id) => known.has(id)));
    await dropLargeDeltas(trx, growing);
    await announceAll<Tables>(trx, 'blob', [...changed]);
  });
}

function formName(sha256: string, encoding: string): string {
  return `${sha256} ${encoding}`;
}

/** One entry for each content, sorted by its name, with the first form of each encoding. */
function mergeBySha256(staged: readonly StagedBlob[]): StagedBlob[] {
  const merged = new Map<string, StagedBlob>();
  for (const blob of staged) {
    const known = merged.get(blob.sha256) ?? { ...blob, forms: [] };
    merged.set(blob.sha256, known);
    known.forms.push(...blob.forms.filter((form) => !hasEncoding(known.forms, form)));
  }
  return [...merged.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

function hasEncoding(forms: readonly StagedForm[], form: StagedForm): boolean {
  return forms.some((other) => other.encoding === form.encoding);
}

function planForms(blobs: readonly StagedBlob[], storageId: string): PlannedForm[] {
  return blobs.flatMap((blob) =>
    blob.forms.map((form) => ({
      path: form.path,
      row: {
        sha256: Buffer.from(blob.sha256, 'hex'),
        encoding: form.encoding,
        dictionary: noDictionary,
        size: form.size,
        stored_sha256: Buffer.from(form.storedSha256, 'hex'),
        key: blobKey(blob.sha256, form.encoding, form.storedSha256),
        storage_id: storageId,
      },
    })),
  );
}
