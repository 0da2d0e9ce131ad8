import type { Context } from '#server/context.ts';
import { type BlobStore, BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import type { StorageLocation } from '#server/platform/blobs/blob-stores.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { readsBack } from '../health.ts';

/** Whether something failed because a place does not answer, or does not let Flux in, which may change at any moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BlobStoreError) return error.problem !== 'broken';
  return error instanceof FluxError && error.code === 'storage_unavailable';
}

/**
 * The stores of one job. A store that failed once is not used again in the job, so that blobs in other stores are not
 * delayed and nothing is compressed that cannot be stored.
 */
export class JobStores {
  readonly #stores: Context['stores'];
  readonly #unavailable = new Set<string>();
  readonly #verified = new Set<string>();

  constructor({ stores }: Pick<Context, 'stores'>) {
    this.#stores = stores;
  }

  /** @throws FluxError `storage_unavailable` */
  async of(storageId: string): Promise<BlobStore> {
    this.#require(storageId);
    return this.tracking(storageId, () => this.#stores.of(storageId));
  }

  /** @throws FluxError `storage_unavailable` */
  async active(): Promise<StorageLocation> {
    const location = await this.#stores.active();
    this.#require(location.storageId);
    return location;
  }

  /**
   * Before much is computed for it: the active place, once it has taken bytes and given them back.
   * @throws FluxError `storage_unavailable`, and what the store throws
   */
  async requireActive(): Promise<void> {
    const { storageId, store } = await this.active();
    if (this.#verified.has(storageId)) return;
    await this.tracking(storageId, async () => {
      if (!(await readsBack(store))) throw new BlobStoreError('broken');
    });
    this.#verified.add(storageId);
  }

  /** Runs an operation on a store, and records if the store is unavailable. */
  async tracking<Result>(storageId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error)) this.#unavailable.add(storageId);
      throw error;
    }
  }

  #require(storageId: string): void {
    if (!this.#unavailable.has(storageId)) return;
    throw new FluxError('storage_unavailable', undefined, {
      cause: new Error(`${storageId} did not answer a moment ago.`),
    });
  }
}
