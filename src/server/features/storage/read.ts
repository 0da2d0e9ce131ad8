import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import type { PlacedForm } from '../../platform/blobs/blob-stores.ts';
import type { FormEncoding } from '../../platform/blobs/encodings.ts';
import { listEncodings } from './store.ts';

/** One form in which a blob is kept. A strong ETag speaks of its `storedSha256`. */
export interface BlobForm extends PlacedForm {
  encoding: FormEncoding;
  /** sha256 of the content that a delta is read by, hexadecimal; null for forms that can be read by themselves. */
  dictionary: string | null;
}

/** The forms of each blob, by its sha256 in hexadecimal. A blob that is not kept is not in the answer. */
export async function findForms(
  context: Pick<Context, 'db'>,
  sha256s: readonly Buffer[],
): Promise<Map<string, BlobForm[]>> {
  const forms = new Map<string, BlobForm[]>();
  for (const row of await listEncodings(context.db, sha256s)) {
    const sha256 = row.sha256.toString('hex');
    const known = forms.get(sha256) ?? [];
    forms.set(sha256, known);
    known.push({
      encoding: row.encoding,
      dictionary: row.dictionary.length === 0 ? null : row.dictionary.toString('hex'),
      storageId: row.storage_id,
      size: row.size,
      storedSha256: row.stored_sha256.toString('hex'),
      key: row.key,
    });
  }
  return forms;
}

/** The uncompressed form. */
export function identityOf(forms: readonly BlobForm[] | undefined): BlobForm | undefined {
  return forms?.find(({ encoding }) => encoding === 'identity');
}

/** Whether `openForm` can open it: a remote form must fit the cache. */
export async function canOpen(context: Pick<Context, 'stores' | 'cache'>, form: BlobForm): Promise<boolean> {
  const store = await context.stores.of(form.storageId).catch(() => null);
  return store?.kind === 'local' || (store !== null && context.cache.hasRoomFor(form.size));
}

/**
 * Opens all bytes of a form as a local file; the caller closes it.
 * @throws BlobStoreError, BlobNotFoundError; an Error if a remote form cannot be cached
 */
export async function openForm(
  context: Pick<Context, 'stores' | 'cache'>,
  form: BlobForm,
): Promise<FileHandle> {
  const store = await context.stores.of(form.storageId);
  const path = store.localPath(form.key);
  return path === null ? context.cache.openWhole(form, async () => store) : open(path);
}

/**
 * All bytes of a small form; those of a distant store by the cache.
 * @throws BlobStoreError, BlobNotFoundError
 */
export async function readForm(context: Pick<Context, 'stores' | 'cache'>, form: BlobForm): Promise<Buffer> {
  const source = () => context.stores.of(form.storageId);
  const store = await source().catch(() => null);
  return store?.kind === 'local' ? buffer(await store.get(form.key)) : context.cache.read(form, source);
}
