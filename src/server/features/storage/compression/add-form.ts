import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { FormEncoding } from '#server/platform/blobs/encodings.ts';
import { announce } from '#server/platform/db/changes.ts';
import { requireSamePlace } from '../connections/same-place.ts';
import { blobKey } from '../keys.ts';
import { findForms } from '../read.ts';
import { insertEncodings, lockBlobs, noDictionary, touchBlob } from '../store.ts';
import { dropLargeDeltas } from './delta-store.ts';
import type { Places } from './places.ts';

/** A form that was made and proven to decode. */
export interface NewForm {
  /** Of the content, hexadecimal. */
  sha256: string;
  encoding: FormEncoding;
  /** Hexadecimal; null for a form that can be read by itself. */
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
  places: Places,
  { sha256, encoding, dictionary, path, ...made }: NewForm,
): Promise<boolean> {
  const key = blobKey(sha256, encoding, made.storedSha256);
  const hash = Buffer.from(sha256, 'hex');
  const place = await places.active();
  const { storageId, store } = place;
  // What is left there of an earlier try is not taken away by a sweeper while it is written anew.
  await touchBlob(context.db, hash, context.clock.now());
  if (store.kind !== 'local' && (await isPlayedHere(context, hash))) await context.cache.give(made, path);
  await places.asking(storageId, () => store.putFile(key, path));
  return context.db.transaction().execute(async (trx) => {
    if ((await lockBlobs(trx, [hash])).length === 0) return false;
    await requireSamePlace(trx, place);
    const stored = Buffer.from(made.storedSha256, 'hex');
    const row = { encoding, size: made.size, stored_sha256: stored, key, storage_id: storageId };
    const read = dictionary === null ? noDictionary : Buffer.from(dictionary, 'hex');
    await insertEncodings(trx, [{ sha256: hash, dictionary: read, ...row }], context.clock.now());
    const dropped = await dropLargeDeltas(trx, [hash]);
    await announce<Tables>(trx, { kind: 'blob', id: sha256 });
    return !dropped.some((delta) => delta.dictionary.equals(read));
  });
}

/**
 * Whether another form of it is in the cache: who played by that one goes on with the new one, also where the store goes
 * away at this very moment.
 */
async function isPlayedHere(context: Context, sha256: Buffer): Promise<boolean> {
  const forms = (await findForms(context, [sha256])).get(sha256.toString('hex')) ?? [];
  for (const form of forms) if (await context.cache.has(form)) return true;
  return false;
}
