import type { Readable } from 'node:stream';
import { FluxError } from '#shared/contract/errors.ts';

export interface ByteRange {
  /** First byte, counted from 0. */
  start: number;
  /** Last byte, included; within the value. */
  end: number;
}

export interface BlobStat {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** A provider's metadata of an object; null for unknown fields. */
export interface ObjectMetadata {
  /** Bucket, container or folder. */
  bucket: string;
  /** The version of the value: generation, version id or ETag. */
  generation: string | null;
  /** The version of the metadata. */
  metageneration: string | null;
  /** The whole key. */
  fullPath: string;
  /** Its last segment. */
  name: string;
  /** Bytes. */
  size: number;
  timeCreated: Date | null;
  updated: Date | null;
  /** base64. Absent for an object uploaded in parts, for which the provider stores no MD5. */
  md5Hash: string | null;
  cacheControl: string | null;
  contentDisposition: string | null;
  contentEncoding: string | null;
  contentLanguage: string | null;
  contentType: string | null;
  customMetadata: Record<string, string>;
}

/** Response headers of a file that a browser downloads from the provider. */
export interface SignedDownload {
  /** How long the address works, in seconds. */
  expiresInSeconds: number;
  /** The suggested file name. */
  fileName: string;
  contentType: string;
}

/**
 * A store of bytes, under keys of `[a-z0-9/._-]+` without empty or dot segments. Each driver passes the conformance
 * suite in `conformance.ts`.
 *
 * A `put` is durable when it resolves. It stores the whole value or nothing; replacing a key is atomic for readers.
 * @throws FluxError `storage_full` without space; nothing is left then
 * @throws BlobStoreError if the provider is unreachable, refuses, or sends invalid data
 * @throws InvalidBlobKeyError from every method with a key
 */
export interface BlobStore {
  readonly kind: 'local' | 'aws-s3' | 'google-cloud' | 'azure-blob';
  /** @throws BlobSizeError when the body has not exactly `size` bytes */
  put(key: string, body: Readable | Buffer, size: number): Promise<void>;
  /** Takes a local file, by renaming if possible. The file is gone afterwards. */
  putFile(key: string, path: string): Promise<void>;
  /** @throws BlobNotFoundError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<BlobStat | null>;
  /** Null if the key does not exist. */
  metadata(key: string): Promise<ObjectMetadata | null>;
  /** Deleting a missing key is no error. */
  delete(key: string): Promise<void>;
  /** Every key that begins with `prefix`, in no promised order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes what puts that were cut off before that moment left behind. No key ever names such remains. */
  removeUnfinished(before: Date): Promise<void>;
  /** The local path of a blob, for drivers that have one: delivery reads it by file descriptor. */
  localPath(key: string): string | null;
  /**
   * A signed address at the provider for downloading the blob as an attachment; null if the driver or its credentials
   * cannot sign. It needs no request.
   */
  signedUrl(key: string, download: SignedDownload): Promise<string | null>;
  /** Releases connections. Call nothing else afterwards. */
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection, none in time, or it broke off after all retries; also an address that this Flux must
 * not connect to. `denied`: the credentials are wrong or do not suffice. `missing`: there is no such bucket or
 * container. `broken`: an answer that makes no sense, or other bytes than were stored.
 */
export type BlobStoreProblem = 'unreachable' | 'denied' | 'missing' | 'broken';

/**
 * The reason, if administrators may see it: no DNS entry, a closed port, a refused address, or missing credentials. A
 * refused address has one reason, whatever is there.
 */
export type BlobStoreReason = 'name_not_found' | 'port_closed' | 'not_allowed' | 'no_key';

/** A request to a provider failed. The cause is logged; users see problem and reason. */
export class BlobStoreError extends FluxError {
  readonly problem: BlobStoreProblem;
  readonly reason: BlobStoreReason | null;

  constructor(problem: BlobStoreProblem, cause?: unknown, reason: BlobStoreReason | null = null) {
    super('storage_unavailable', undefined, { cause });
    this.name = 'BlobStoreError';
    this.problem = problem;
    this.reason = reason;
  }
}

export class BlobNotFoundError extends Error {
  constructor(key: string) {
    super(`No blob under the key ${key}.`);
    this.name = 'BlobNotFoundError';
  }
}

export class BlobSizeError extends Error {
  constructor(key: string, expected: number, found: string) {
    super(`The blob ${key} was announced with ${expected} bytes, but has ${found}.`);
    this.name = 'BlobSizeError';
  }
}

export class InvalidBlobKeyError extends Error {
  constructor(key: string) {
    super(`'${key.slice(0, 80)}' is not a key for a blob.`);
    this.name = 'InvalidBlobKeyError';
  }
}

/**
 * Each driver calls this first, so that a key cannot leave the folder or bucket.
 * @throws InvalidBlobKeyError
 */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new InvalidBlobKeyError(key);
}

/** Whether the name can be a key of Flux: other objects in a bucket are ignored. */
export function isKey(key: string): boolean {
  const wellFormed = key.length <= 512 && /^[a-z0-9._-]+(\/[a-z0-9._-]+)*$/.test(key);
  return wellFormed && !key.split('/').some((segment) => segment === '.' || segment === '..');
}

/** The metadata of an object of which only the size is known. */
export function plainMetadata(bucket: string, key: string, size: number): ObjectMetadata {
  return {
    bucket,
    generation: null,
    metageneration: null,
    fullPath: key,
    name: key.slice(key.lastIndexOf('/') + 1),
    size,
    timeCreated: null,
    updated: null,
    md5Hash: null,
    cacheControl: null,
    contentDisposition: null,
    contentEncoding: null,
    contentLanguage: null,
    contentType: null,
    customMetadata: {},
  };
}
