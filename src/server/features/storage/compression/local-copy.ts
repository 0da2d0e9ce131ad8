import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlacedForm } from '#server/platform/blobs/blob-stores.ts';
import { requireReserve } from '#server/platform/files/disk.ts';
import type { Places } from './places.ts';

/**
 * Where on this machine the bytes of a form can be read.
 * @param otherwise where they are put if they lie elsewhere, absolute
 * @throws FluxError `storage_unavailable`, and Error with the code ENOSPC where the disk is nearly full
 */
export async function localCopy(places: Places, form: PlacedForm, otherwise: string): Promise<string> {
  const store = await places.of(form.storageId);
  const local = store.localPath(form.key);
  if (local !== null) return local;
  await places.asking(form.storageId, async () =>
    pipeline(
      await store.get(form.key),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          requireReserve(dirname(otherwise));
          yield chunk;
        }
      },
      createWriteStream(otherwise),
    ),
  );
  return otherwise;
}

/** What `localCopy` writes: nothing where the bytes lie on this machine. */
export async function bytesToCopy(places: Places, form: PlacedForm): Promise<number> {
  const store = await places.of(form.storageId);
  return store.localPath(form.key) === null ? form.size : 0;
}
