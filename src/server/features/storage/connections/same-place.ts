import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { BlobStore } from '#server/platform/blobs/blob-store.ts';
import type { Place } from '#server/platform/blobs/blob-stores.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { type ConfigRow, holdConfig } from '../configs/store.ts';

type Leading = Pick<ConfigRow, 'provider' | 'options' | 'secrets'>;

/** What leads to a place, as one text: another text is another connection. */
export function connectionText({ provider, options, secrets }: Leading): string {
  return JSON.stringify([provider, options, secrets]);
}

const openedWith = new WeakMap<BlobStore, string>();

export function rememberOpened(store: BlobStore, connection: string): void {
  openedWith.set(store, connection);
}

/** A configuration leads elsewhere than when its store was opened: what was put there is not where a row would say. */
export class PlaceChangedError extends FluxError {
  constructor() {
    super('storage_unavailable', 'The storage was changed meanwhile. Nothing was lost; please try again.');
    this.name = 'PlaceChangedError';
  }
}

/**
 * To be asked in the transaction that names what was put to a place: between the two an administrator may have turned its
 * configuration to another bucket. Until the transaction ends nobody does.
 * @throws PlaceChangedError
 */
export async function requireSamePlace(trx: Transaction<Tables>, { storageId, store }: Place): Promise<void> {
  const row = await holdConfig(trx, storageId);
  const opened = openedWith.get(store);
  // A store that was not opened by a configuration does not change.
  if (!row || (opened !== undefined && opened !== connectionText(row))) throw new PlaceChangedError();
}
