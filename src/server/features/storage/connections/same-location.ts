import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { BlobStore } from '#server/platform/blobs/blob-store.ts';
import type { StorageLocation } from '#server/platform/blobs/blob-stores.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { type ConfigRow, lockConfigShared } from '../configs/store.ts';

type ConnectionColumns = Pick<ConfigRow, 'provider' | 'options' | 'secrets'>;

/** The connection as one text, for comparison. */
export function connectionText({ provider, options, secrets }: ConnectionColumns): string {
  return JSON.stringify([provider, options, secrets]);
}

const openedWith = new WeakMap<BlobStore, string>();

export function rememberOpened(store: BlobStore, connection: string): void {
  openedWith.set(store, connection);
}

/** A configuration's location changed after its store was opened, so uploaded files are not where a row would say. */
export class LocationChangedError extends FluxError {
  constructor() {
    super('storage_unavailable', 'The storage was changed meanwhile. Nothing was lost; please try again.');
    this.name = 'PlaceChangedError';
  }
}

/**
 * Checks inside the committing transaction that the configuration still has the location to which files were
 * uploaded, and locks it.
 * @throws LocationChangedError
 */
export async function requireSameLocation(
  trx: Transaction<Tables>,
  { storageId, store }: StorageLocation,
): Promise<void> {
  const row = await lockConfigShared(trx, storageId);
  const opened = openedWith.get(store);
  // A store that was not opened by a configuration does not change.
  if (!row || (opened !== undefined && opened !== connectionText(row))) throw new LocationChangedError();
}
