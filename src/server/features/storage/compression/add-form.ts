import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { FormEncoding } from '#server/platform/blobs/encodings.ts';
import { announce } from '#server/platform/db/changes.ts';
import { requireSameLocation } from '../connections/same-location.ts';
import { blobKey } from '../keys.ts';
import { findForms } from '../read.ts';
import { insertEncodings, lockBlobs, noDictionary, touchBlob } from '../store.ts';
import { dropLargeDeltas } from './delta-store.ts';
import type { JobStores } from './job-stores.ts';

/** A form that was made and proven to decode. */
export interface NewForm {
  /** Of the content, hexadecimal. */
  sha256: string;
  encoding: FormEncoding;
  /** Hexadecimal; null for a form without a dictionary. */
  dictionary: string | null;
  /** Absolute. */
  path: string;
  /** Encoded bytes. */
  size: number;
  /** Of the encoded bytes, hexadecimal. */
  storedSha256: string;
}

/**
 * The bytes are durable before the row speaks of them, and the blob cannot be swept meanwhile.
 * @returns whether it was added: a blob may be gone by now, and have forms by now that a delta is not worth much beside
 */
export async function addForm(
  context: Context,
  places: JobStores,
  { sha256, encoding, dictionary, path, ...made }: NewForm,
): Promise<boolean> {
  const key = blobKey(sha256, encoding, made.storedSha256);
  const hash = Buffer.from(sha256, 'hex');
  const location = await places.active();
  const { storageId, store } = location;
  // Protects remains of an earlier attempt from the sweep while they are overwritten.
  await touchBlob(context.db, hash, context.clock.now());
  if (store.kind !== 'local' && (await isStoredHere(context, hash))) await context.cache.give(made, path);
  await places.tracking(storageId, () => store.putFile(key, path));
  return context.db.transaction().execute(async (trx) => {
    if ((await lockBlobs(trx, [hash])).length === 0) return false;
    await requireSameLocation(trx, location);
    const stored = Buffer.from(made.storedSha256, 'hex');
    const row = { encoding, size: made.size, stored_sha256: stored, key, storage_id: storageId };
    const read = dictionary === null ? noDictionary : Buffer.from(dictionary, 'hex');
    await insertEncodings(trx, [{ sha256: hash, dictionary: read, ...row }], context.clock.now());
    const dropped = await dropLargeDeltas(trx, [hash]);
    await announce<Tables>(trx, { kind: 'blob', id: sha256 });
    return !dropped.some((delta) => delta.dictionary.equals(read));
  });
}

/** Whether another form is in the cache: then the new one is cached too, in case the store becomes unavailable. */
async function isStoredHere(context: Context, sha256: Buffer): Promise<boolean> {
  const forms = (await findForms(context, [sha256])).get(sha256.toString('hex')) ?? [];
  for (const form of forms) if (await context.cache.has(form)) return true;
  return false;
}
