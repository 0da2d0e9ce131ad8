import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PlacedForm } from '../../../platform/blobs/blob-stores.ts';
import type { Places } from './places.ts';

/**
 * Where on this machine the bytes of a form can be read.
 * @param otherwise where they are put if they lie elsewhere, absolute
 * @throws FluxError `storage_unavailable`
 */
export async function localCopy(places: Places, form: PlacedForm, otherwise: string): Promise<string> {
  const store = await places.of(form.storageId);
  const local = store.localPath(form.key);
  if (local !== null) return local;
  await places.asking(form.storageId, async () =>
    pipeline(await store.get(form.key), createWriteStream(otherwise)),
  );
  return otherwise;
}
