import { Readable } from 'node:stream';
import { FluxError } from '#shared/contract/errors.ts';
import type { BlobStat, BlobStore, ByteRange } from '../../platform/blobs/blob-store.ts';
import { BlobStoreError, type BlobStoreProblem } from '../../platform/blobs/blob-store.ts';
import type { BlobStores } from '../../platform/blobs/blob-stores.ts';
import { bytesOf } from '../../platform/blobs/cache/hash-verifier.ts';

/**
 * A remote store as seen by its callers: the bytes are in another store, without local paths, and tests make it
 * unavailable, slow or wrong.
 */
export class DistantStore implements BlobStore {
  readonly kind = 'aws-s3';
  readonly #store: BlobStore;
  /** Set: every call fails with it. */
  problem: BlobStoreProblem | null = null;
  /** What is done with each chunk that is read; a rejection breaks the transfer off. */
  onChunk: (chunk: Buffer, position: number) => Buffer | Promise<Buffer> = (chunk) => chunk;
  /** Called before each put. */
  onPut: () => Promise<void> = async () => {};
  /** Signed addresses lead here; null: it cannot sign. */
  signingOrigin: string | null = null;
  readonly gets: string[] = [];
  readonly deleted: string[] = [];

  constructor(store: BlobStore) {
    this.#store = store;
  }

  async put(key: string, body: Readable | Buffer, size: number): Promise<void> {
    await this.onPut();
    this.#reach();
    await this.#store.put(key, body, size);
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.onPut();
    this.#reach();
    await this.#store.putFile(key, path);
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    this.#reach();
    this.gets.push(key);
    const body = await this.#store.get(key, range);
    return Readable.from(this.#changed(body, range?.start ?? 0), {
      objectMode: false,
      highWaterMark: 65_536,
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    this.#reach();
    return this.#store.stat(key);
  }

  async metadata(key: string) {
    this.#reach();
    return this.#store.metadata(key);
  }

  async delete(key: string): Promise<void> {
    this.#reach();
    this.deleted.push(key);
    await this.#store.delete(key);
  }

  async *list(prefix: string): AsyncIterable<string> {
    this.#reach();
    yield* this.#store.list(prefix);
  }

  async removeUnfinished(before: Date): Promise<void> {
    this.#reach();
    await this.#store.removeUnfinished(before);
  }

  localPath(): null {
    return null;
  }

  async signedUrl(
    key: string,
    download: { fileName: string; expiresInSeconds: number },
  ): Promise<string | null> {
    if (this.signingOrigin === null) return null;
    const query = new URLSearchParams({
      expires: String(download.expiresInSeconds),
      name: download.fileName,
    });
    return `${this.signingOrigin}/${key}?${query}`;
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #reach(): void {
    if (this.problem !== null) throw new BlobStoreError(this.problem, new Error('as the test wants it'));
  }

  async *#changed(body: Readable, start: number) {
    let position = start;
    for await (const chunk of bytesOf(body)) {
      for (let from = 0; from < chunk.length; from += 65_536) {
        const piece = chunk.subarray(from, from + 65_536);
        const sent = await this.onChunk(piece, position);
        this.#reach();
        yield sent;
        position += piece.length;
      }
    }
  }
}

/** Several places at once, by the ids of their configurations, the first of them active. */
export function storesOf(places: Record<string, BlobStore>): BlobStores {
  const all = Object.entries(places).map(([storageId, store]) => ({ storageId, store }));
  return {
    active: async () => {
      const [first] = all;
      if (!first) throw new Error('There are no places.');
      return first;
    },
    of: async (id) => {
      const store = places[id];
      if (store) return store;
      throw new FluxError('storage_unavailable');
    },
    all: async () => all,
    close: async () => {
      for (const { store } of all) await store.close();
    },
  };
}
