import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, counted from 0. */
  start: number;
  /** Last byte, included. */
  end: number;
}

/**
 * Where bytes are kept, under keys of `[a-z0-9/._-]+` without empty or dot segments. Every driver passes the
 * conformance suite in `conformance.ts`.
 *
 * A `put` is durable when it resolves: the bytes survive a power cut. It either stores the whole value or
 * nothing; writing a key again replaces it in one step, so that a reader sees the old or the new value.
 * @throws FluxError `storage_full` when there is no room; nothing is left behind then
 */
export interface BlobStore {
  readonly kind: 'local' | 'aws-s3' | 'google-cloud' | 'azure-blob';
  put(key: string, body: Readable | Buffer, size: number): Promise<void>;
  /** Takes over a finished file of this machine, by renaming where it can. The file is gone afterwards. */
  putFile(key: string, path: string): Promise<void>;
  /** @throws BlobNotFoundError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ size: number } | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every key that begins with `prefix`, in no promised order. */
  list(prefix: string): AsyncIterable<string>;
  /** The path of a file on this machine, for drivers that have one: delivery reads it by file descriptor. */
  localPath(key: string): string | null;
}

export class BlobNotFoundError extends Error {
  constructor(key: string) {
    super(`No blob under the key ${key}.`);
    this.name = 'BlobNotFoundError';
  }
}
