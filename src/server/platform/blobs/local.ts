import type { Readable } from 'node:stream';
import type { BlobStore, ByteRange } from './blob-store.ts';

/** Keeps blobs as files below one folder. */
export class LocalBlobStore implements BlobStore {
  readonly kind = 'local';
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }
  put(_key: string, _body: Readable | Buffer, _size: number): Promise<void> {
    throw new Error(this.#folder);
  }
  putFile(_key: string, _path: string): Promise<void> {
    throw new Error(this.#folder);
  }
  get(_key: string, _range?: ByteRange): Promise<Readable> {
    throw new Error(this.#folder);
  }
  stat(_key: string): Promise<{ size: number } | null> {
    throw new Error(this.#folder);
  }
  delete(_key: string): Promise<void> {
    throw new Error(this.#folder);
  }
  list(_prefix: string): AsyncIterable<string> {
    throw new Error(this.#folder);
  }
  localPath(_key: string): string | null {
    return null;
  }
}
