import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment } from '../../http/responses/attachment.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import {
  BlobNotFoundError,
  type BlobStat,
  type BlobStore,
  BlobStoreError,
  type ByteRange,
  checkKey,
  isKey,
  type ObjectMetadata,
  type SignedDownload,
} from '../blob-store.ts';
import { asStorageError } from '../durable.ts';
import type { S3Options } from '../options.ts';
import { partsOf, partsOfFile } from '../parts.ts';
import { readWithResume } from '../read-on.ts';
import { createS3Client } from './client.ts';
import { metadataOf } from './metadata.ts';
import { etagOf, isNotFound, withFailures } from './problems.ts';
import { abortUploadsBefore } from './unfinished.ts';
import { partBytes, type Target, uploadInParts, uploadWhole } from './upload.ts';

/** Keeps blobs as objects of one bucket, of Amazon's S3 or of a service that speaks its protocol. */
export class S3BlobStore implements BlobStore {
  readonly kind = 'aws-s3';
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(options: S3Options, outbound: Outbound) {
    this.#client = createS3Client(options, outbound);
    this.#bucket = options.bucketName;
  }

  async put(key: string, body: Readable | Buffer, size: number): Promise<void> {
    const target = this.#target(key);
    const parts = partsOf(key, body, size, partBytes);
    try {
      if (size > partBytes) {
        const md5 = Buffer.isBuffer(body) ? createHash('md5').update(body).digest('hex') : null;
        await uploadInParts(target, parts, md5);
      } else for await (const { bytes } of parts) await uploadWhole(target, bytes);
    } catch (error) {
      // Without an upload, the body is unread.
      if (body instanceof Readable) body.destroy();
      throw asStorageError(error);
    }
  }

  async putFile(key: string, path: string): Promise<void> {
    const target = this.#target(key);
    const { size } = await stat(path);
    if (size > partBytes)
      await uploadInParts(target, partsOfFile(key, path, size, partBytes), await md5OfFile(path));
    else await uploadWhole(target, await readFile(path));
    await rm(path, { force: true });
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const target = this.#target(key);
    const first = await openFrom(target, range ?? null).catch((error: unknown) => {
      throw isNotFound(error) ? new BlobNotFoundError(key) : error;
    });
    const end = first.start + first.length;
    return readWithResume({
      ...first,
      end,
      reopen: async (start) => (await openFrom(target, { start, end: end - 1 }, first.etag)).body,
      md5: range ? null : first.md5,
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    const found = await this.#head(key);
    return found && { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  }

  async metadata(key: string): Promise<ObjectMetadata | null> {
    const found = await this.#head(key);
    return found && metadataOf(this.#bucket, key, found);
  }

  async delete(key: string): Promise<void> {
    const { client, ...target } = this.#target(key);
    await withFailures(() => client.send(new DeleteObjectCommand(target))).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  async *list(prefix: string): AsyncIterable<string> {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken });
      const page = await withFailures(() => this.#client.send(command));
      if (page.IsTruncated === undefined) throw new BlobStoreError('broken', new Error('This is no list.'));
      for (const { Key = '' } of page.Contents ?? []) if (isKey(Key)) yield Key;
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  async removeUnfinished(before: Date): Promise<void> {
    await abortUploadsBefore(this.#client, this.#bucket, before);
  }

  localPath(key: string): null {
    checkKey(key);
    return null;
  }

  async signedUrl(key: string, download: SignedDownload): Promise<string> {
    const { client, ...target } = this.#target(key);
    const command = new GetObjectCommand({
      ...target,
      ResponseContentDisposition: attachment(download.fileName),
      ResponseContentType: download.contentType,
    });
    return getSignedUrl(client, command, { expiresIn: download.expiresInSeconds });
  }

  /** The connections are those of `Outbound`, which other stores use too. */
  async close(): Promise<void> {}

  #target(key: string): Target {
    checkKey(key);
    return { client: this.#client, Bucket: this.#bucket, Key: key };
  }

  async #head(key: string): Promise<HeadObjectCommandOutput | null> {
    const { client, ...target } = this.#target(key);
    try {
      const found = await withFailures(() => client.send(new HeadObjectCommand(target)));
      return { ...found, ETag: etagOf(found) };
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    // This response has no body that says what is missing: the object or the bucket.
    await withFailures(() => client.send(new HeadBucketCommand({ Bucket: this.#bucket }))).catch(
      (error: unknown) => {
        if (isNotFound(error)) throw new BlobStoreError('missing', error);
        if (!(error instanceof BlobStoreError && error.problem === 'denied')) throw error;
      },
    );
    return null;
  }
}

interface Opened {
  body: Readable;
  start: number;
  length: number;
  etag: string | undefined;
  md5: string | null;
}

/** @param etag of the expected value */
async function openFrom(
  { client, ...target }: Target,
  range: ByteRange | null,
  etag?: string,
): Promise<Opened> {
  const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
  const command = new GetObjectCommand({ ...target, Range, IfMatch: etag });
  const found = await withFailures(() => client.send(command));
  const { Body: body, ContentLength: length } = found;
  const isWhatWasAsked = !range || found.ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`);
  if (!(body instanceof Readable) || length === undefined || !found.ETag || !isWhatWasAsked) {
    if (body instanceof Readable) body.destroy();
    throw new BlobStoreError(
      'broken',
      new Error(`Other bytes came than ${Range ?? 'all'}: ${found.ContentRange}.`),
    );
  }
  return { body, start: range?.start ?? 0, length, etag: found.ETag, md5: found.Metadata?.md5 ?? null };
}

async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}
