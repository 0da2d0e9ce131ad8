import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlacedForm } from '#server/platform/blobs/blob-stores.ts';
import { requireReserve } from '#server/platform/files/disk.ts';
import type { JobStores } from './job-stores.ts';

/**
 * A local path to the bytes of a form.
 * @param otherwise the absolute path of a copy if they are remote
 * @throws FluxError `storage_unavailable`, and Error with the code ENOSPC if the disk is nearly full
 */
export async function localCopy(places: JobStores, form: PlacedForm, otherwise: string): Promise<string> {
  const store = await places.of(form.storageId);
  const local = store.localPath(form.key);
  if (local !== null) return local;
  await places.tracking(form.storageId, async () =>
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

/** The bytes that `localCopy` writes: zero for local forms. */
export async function bytesToCopy(places: JobStores, form: PlacedForm): Promise<number> {
  const store = await places.of(form.storageId);
  return store.localPath(form.key) === null ? form.size : 0;
}
