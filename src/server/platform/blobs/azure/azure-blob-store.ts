import { readFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type BlobDownloadResponseParsed,
  BlobSASPermissions,
  type BlockBlobClient,
  type ContainerClient,
  SASProtocol,
} from '@azure/storage-blob';
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
  plainMetadata,
  type SignedDownload,
} from '../blob-store.ts';
import { asStorageError } from '../durable.ts';
import { partsOf, partsOfFile } from '../parts.ts';
import { readWithResume } from '../read-on.ts';
import { createContainerClient } from './client.ts';
import type { AzureConnection } from './connection.ts';
import { isNotFound, withFailures } from './failure.ts';
import { partBytes, uploadInParts, uploadWhole } from './upload.ts';

const keysPerList = 1_000;

/** Stores blobs as block blobs in a container of Azure Blob Storage. */
export class AzureBlobStore implements BlobStore {
  readonly kind = 'azure-blob';
  readonly #container: ContainerClient;
  readonly #connection: AzureConnection;

  constructor(connection: AzureConnection, containerName: string, outbound: Outbound) {
    this.#connection = connection;
    this.#container = createContainerClient(connection, containerName, outbound);
  }

  async put(key: string, body: Readable | Buffer, size: number): Promise<void> {
    const blob = this.#blob(key);
    const parts = partsOf(key, body, size, partBytes);
    try {
      if (size > partBytes) await uploadInParts(blob, parts);
      else for await (const { bytes } of parts) await uploadWhole(blob, bytes);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async putFile(key: string, path: string): Promise<void> {
    const blob = this.#blob(key);
    const { size } = await stat(path);
    if (size > partBytes) await uploadInParts(blob, partsOfFile(key, path, size, partBytes));
    else await uploadWhole(blob, await readFile(path));
    await rm(path, { force: true });
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const blob = this.#blob(key);
    const first = await orNull(() => openFrom(blob, range));
    if (first === null) throw new BlobNotFoundError(key);
    const start = range?.start ?? 0;
    const end = start + first.length;
    return readWithResume({
      body: first.body,
      start,
      end,
      reopen: async (from) =>
        (await withFailures(() => openFrom(blob, { start: from, end: end - 1 }, first.etag))).body,
      md5: range ? null : first.md5,
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    const found = await this.metadata(key);
    return found && { size: found.size, modifiedAt: found.updated ?? new Date(0) };
  }

  async metadata(key: string): Promise<ObjectMetadata | null> {
    const blob = this.#blob(key);
    const found = await orNull(() => blob.getProperties());
    if (found === null) return null;
    if (found.etag === undefined) throw new BlobStoreError('broken', new Error('The answer is of no blob.'));
    return {
      ...plainMetadata(this.#container.containerName, key, found.contentLength ?? 0),
      generation: found.versionId ?? found.etag ?? null,
      timeCreated: found.createdOn ?? null,
      updated: found.lastModified ?? null,
      md5Hash: found.contentMD5 ? Buffer.from(found.contentMD5).toString('base64') : null,
      cacheControl: found.cacheControl ?? null,
      contentDisposition: found.contentDisposition ?? null,
      contentEncoding: found.contentEncoding ?? null,
      contentLanguage: found.contentLanguage ?? null,
      contentType: found.contentType ?? null,
      customMetadata: found.metadata ?? {},
    };
  }

  async delete(key: string): Promise<void> {
    const blob = this.#blob(key);
    await orNull(() => blob.delete());
  }

  async *list(prefix: string): AsyncIterable<string> {
    let continuationToken: string | undefined;
    do {
      const settings = { maxPageSize: keysPerList, ...(continuationToken && { continuationToken }) };
      const page = await withFailures(() =>
        this.#container.listBlobsFlat({ prefix }).byPage(settings).next(),
      );
      if (page.done) return;
      for (const { name } of page.value.segment.blobItems) if (isKey(name)) yield name;
      continuationToken = page.value.continuationToken || undefined;
    } while (continuationToken);
  }

  /** Nothing to do: blocks that were never committed are no blob, and Azure drops them after a week. */
  async removeUnfinished(): Promise<void> {}

  localPath(key: string): null {
    checkKey(key);
    return null;
  }

  async signedUrl(key: string, download: SignedDownload): Promise<string | null> {
    const blob = this.#blob(key);
    const { endpoint, proof } = this.#connection;
    if (proof.kind !== 'key') return null;
    return blob.generateSasUrl({
      permissions: BlobSASPermissions.parse('r'),
      expiresOn: new Date(Date.now() + download.expiresInSeconds * 1000),
      protocol: endpoint.startsWith('https:') ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
      contentDisposition: attachment(download.fileName),
      contentType: download.contentType,
    });
  }

  /** The connections belong to `Outbound`, which other stores use too. */
  async close(): Promise<void> {}

  #blob(key: string): BlockBlobClient {
    checkKey(key);
    return this.#container.getBlockBlobClient(key);
  }
}

interface Opened {
  body: Readable;
  length: number;
  etag: string;
  /** Of the whole blob, hexadecimal. */
  md5: string | null;
}

/** @param etag of the expected value */
async function openFrom(blob: BlockBlobClient, range?: ByteRange, etag?: string): Promise<Opened> {
  const found = await blob.download(range?.start, range && range.end - range.start + 1, {
    // The SDK resumes after a regular end of the connection, but not after an error.
    maxRetryRequests: 0,
    conditions: etag === undefined ? {} : { ifMatch: etag },
  });
  const body = found.readableStreamBody;
  const { contentLength: length } = found;
  if (!(body instanceof Readable) || length === undefined || !isRequestedVersion(found, range)) {
    if (body instanceof Readable) body.destroy();
    throw new BlobStoreError('broken', new Error(`Other bytes came than asked for: ${found.contentRange}.`));
  }
  // The stream may fail before its reader starts; the reader gets the error later.
  body.on('error', () => {});
  const md5 = found.blobContentMD5 ?? found.contentMD5;
  return { body, length, etag: found.etag ?? '', md5: md5 ? Buffer.from(md5).toString('hex') : null };
}

function isRequestedVersion({ contentRange }: BlobDownloadResponseParsed, range?: ByteRange): boolean {
  if (!range) return contentRange === undefined;
  return contentRange === undefined ? range.start === 0 : contentRange.startsWith(`bytes ${range.start}-`);
}

/** Null if the blob does not exist. */
async function orNull<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await withFailures(work);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
