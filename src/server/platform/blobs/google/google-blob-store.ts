import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, File } from '@google-cloud/storage';
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
import type { GoogleOptions } from '../options.ts';
import { type Part, partsOf, partsOfFile } from '../parts.ts';
import { readWithResume } from '../read-on.ts';
import { isMissing, withFailures } from './failure.ts';
import { readObject } from './object.ts';
import { ResumableUpload } from './resumable-upload.ts';
import { GoogleWire } from './wire.ts';

/** A multiple of 262,144, as Google requires. Larger values are sent in several parts. */
const partBytes = 8 * 1_048_576;
const keysPerList = 1_000;

/** The headers of each object: bytes that no proxy may cache or transform. */
const stored = { contentType: 'application/octet-stream', cacheControl: 'private, no-store, no-transform' };

/** Stores blobs as objects in a bucket of Google Cloud Storage. */
export class GoogleBlobStore implements BlobStore {
  readonly kind = 'google-cloud';
  readonly #wire: GoogleWire;
  readonly #bucket: Bucket;
  readonly #canSign: boolean;
  readonly #whenClosed: () => void;

  /**
   * @param endpoint replaces Google's own hosts; `outbound` must allow it
   * @param whenClosed releases the resources of this store
   */
  constructor(
    options: GoogleOptions,
    outbound: Outbound,
    endpoint: string | null = null,
    whenClosed: () => void = () => {},
  ) {
    this.#wire = new GoogleWire(options, outbound, endpoint);
    this.#bucket = this.#wire.storage.bucket(options.bucketName);
    this.#canSign = options.credentials !== null;
    this.#whenClosed = whenClosed;
  }

  async put(key: string, body: Readable | Buffer, size: number): Promise<void> {
    checkKey(key);
    const parts = partsOf(key, body, size, partBytes);
    try {
      if (size > partBytes) await this.#putParts(key, parts, size, null);
      else for await (const { bytes } of parts) await this.#putWhole(key, bytes);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async putFile(key: string, path: string): Promise<void> {
    checkKey(key);
    const { size } = await stat(path);
    if (size > partBytes)
      await this.#putParts(key, partsOfFile(key, path, size, partBytes), size, await md5OfFile(path));
    else await this.#putWhole(key, await readFile(path));
    await rm(path, { force: true });
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key);
    const first = await this.#orNull(() => this.#open(key, range, null));
    if (first === null) throw new BlobNotFoundError(key);
    const end = range ? range.end + 1 : first.size;
    return readWithResume({
      body: first.body,
      start: range?.start ?? 0,
      end,
      reopen: (start) => this.#reopen(key, { start, end: end - 1 }, first.generation),
      md5: range ? null : first.md5,
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    const found = await this.metadata(key);
    return found && { size: found.size, modifiedAt: found.updated ?? new Date(0) };
  }

  async metadata(key: string): Promise<ObjectMetadata | null> {
    checkKey(key);
    const found = await this.#orNull(() => this.#file(key).getMetadata());
    return found && readObject(found[0]);
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.#orNull(() => this.#file(key).delete());
  }

  async *list(prefix: string): AsyncIterable<string> {
    let pageToken: string | undefined;
    do {
      const query = { prefix, maxResults: keysPerList, autoPaginate: false, ...(pageToken && { pageToken }) };
      const [files, next] = await withFailures(() => this.#bucket.getFiles(query));
      for (const { name } of files) if (isKey(name)) yield name;
      pageToken = nextPage(next);
    } while (pageToken !== undefined);
  }

  /** Nothing to do: unfinished uploads are no objects, and Google deletes them after a week. */
  async removeUnfinished(): Promise<void> {}

  localPath(key: string): null {
    checkKey(key);
    return null;
  }

  async signedUrl(key: string, download: SignedDownload): Promise<string | null> {
    checkKey(key);
    if (!this.#canSign) return null;
    // The SDK rounds the start of this interval to whole seconds.
    const seconds = Math.floor(Date.now() / 1000);
    const [url] = await withFailures(() =>
      this.#file(key).getSignedUrl({
        version: 'v4',
        action: 'read',
        accessibleAt: seconds * 1000,
        expires: (seconds + download.expiresInSeconds) * 1000,
        responseDisposition: attachment(download.fileName),
        responseType: download.contentType,
      }),
    );
    return url;
  }

  async close(): Promise<void> {
    this.#whenClosed();
  }

  #file(key: string, generation: string | null = null): File {
    return this.#bucket.file(key, generation === null ? {} : { generation });
  }

  async #putWhole(key: string, bytes: Buffer): Promise<void> {
    const md5Hash = createHash('md5').update(bytes).digest('base64');
    const save = () =>
      this.#file(key).save(bytes, { resumable: false, validation: false, metadata: { ...stored, md5Hash } });
    await withFailures(save);
  }

  /** @param md5 base64, if known before; otherwise it is sent with the last part */
  async #putParts(key: string, parts: AsyncIterable<Part>, size: number, md5: string | null): Promise<void> {
    const metadata = { ...stored, contentLength: size, ...(md5 !== null && { md5Hash: md5 }) };
    const begin = () => this.#file(key).createResumableUpload({ metadata });
    const upload = new ResumableUpload(this.#wire, size);
    const hash = createHash('md5');
    let read = 0;
    try {
      for await (const { number, bytes } of parts) {
        if (number === 1) upload.begin(...(await withFailures(begin)));
        hash.update(bytes);
        read += bytes.length;
        await upload.send(bytes, read === size ? hash.digest('base64') : null);
      }
    } catch (error) {
      await upload.cancel();
      throw error;
    }
  }

  /** The current generation of the key, or one read before. */
  async #open(
    key: string,
    range: ByteRange | undefined,
    of: string | null,
  ): Promise<{ body: Readable; size: number; generation: string; md5: string | null }> {
    const body = this.#file(key, of).createReadStream({
      ...range,
      decompress: false,
      validation: false,
    });
    const head = await headOf(body);
    const from = range?.start ?? 0;
    const length = Number(head['content-length']);
    const isPart = head['content-range'] !== undefined;
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(head['content-range'] ?? '') ?? [];
    const generation = head['x-goog-generation'];
    const isOther = range ? Number(first) !== from : isPart || !Number.isSafeInteger(length);
    if (isOther || generation === undefined) {
      body.destroy();
      throw new BlobStoreError('broken', new Error('Other bytes came than were asked for.'));
    }
    return {
      body,
      size: range ? Number(total) : length,
      generation,
      md5: md5In(head['x-goog-hash']),
    };
  }

  /** @throws BlobStoreError `broken` if another value has replaced it */
  async #reopen(key: string, range: ByteRange, generation: string): Promise<Readable> {
    try {
      const { body } = await withFailures(() => this.#open(key, range, generation));
      return body;
    } catch (error) {
      throw isMissing(error) ? new BlobStoreError('broken', error) : error;
    }
  }

  /** Null if the object does not exist. */
  async #orNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    try {
      return await withFailures(ask);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    // Google's response is the same for a missing object and a missing bucket.
    await withFailures(() => this.#bucket.getFiles({ maxResults: 1, autoPaginate: false }));
    return null;
  }
}

/** Resolves when the answer begins. */
function headOf(body: Readable): Promise<Record<string, string | undefined>> {
  return new Promise((resolve, reject) => {
    // The SDK throws an error for a refusal once it has read its body.
    body.once('response', ({ statusCode, headers }) => statusCode < 300 && resolve(headers));
    // Handles errors of an unread stream; its reader gets them too.
    body.on('error', reject);
    // The SDK sends the request on the first read.
    body.once('readable', () => {});
  });
}

function nextPage(next: unknown): string | undefined {
  if (typeof next !== 'object' || next === null || !('pageToken' in next)) return undefined;
  return typeof next.pageToken === 'string' ? next.pageToken : undefined;
}

/** Converts base64, as in `crc32c=n03x6A==,md5=Ojk9c3dhfxgoKVVHYwFbHQ==`, to hexadecimal. */
function md5In(hashes = ''): string | null {
  const [, md5] = /(?:^|,)\s*md5=([\w+/]+={0,2})/.exec(hashes) ?? [];
  return md5 === undefined ? null : Buffer.from(md5, 'base64').toString('hex');
}

async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('base64');
}
