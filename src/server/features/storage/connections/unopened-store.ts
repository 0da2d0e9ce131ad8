import type { Readable } from 'node:stream';
import type { BlobStore } from '#server/platform/blobs/blob-store.ts';

/** Replaces a store that cannot be opened: each operation fails with the reason. */
export function unopenedStore(kind: BlobStore['kind'], reason: unknown): BlobStore {
  const fail = async (): Promise<never> => {
    throw reason;
  };
  return {
    kind,
    put: fail,
    putFile: fail,
    get: (): Promise<Readable> => fail(),
    stat: fail,
    metadata: fail,
    delete: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    removeUnfinished: fail,
    localPath: () => null,
    signedUrl: fail,
    close: async () => {},
  };
}
