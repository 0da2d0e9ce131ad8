import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';
import { BlobNotFoundError, type BlobStore, type ByteRange } from '#server/platform/blobs/blob-store.ts';
import { findForms } from '../../features/storage/read.ts';
import type { Headers } from '../access/protection.ts';
import type { BytesSaved } from './bytes-saved.ts';
import type { Address } from './headers.ts';
import { HotFiles } from './hot-files.ts';
import { LoadingLru } from './loading-lru.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Form } from './negotiate.ts';
import type { SentFile } from './send-file.ts';

/** Files up to this size are kept in memory whole. Of several processes each has its share, of four at most. */
const maxWholeBytes = 524_288;
const wholeCacheBytes = 134_217_728;
const mostShares = 4;
/** Larger ones are sent from the disk, and kept in memory while they are asked for often. */
const hotCacheBytes = 134_217_728;
const maxHotBytes = 67_108_864;
const useStepMs = 60_000;
const maxCachedUses = 1_000;
const formsCacheBytes = 33_554_432;
/** Roughly what the forms of one blob take in memory, with the headers made for them. */
const formsEntryBytes = 3_000;

/** The forms of one blob, and what was worked out from them: dropped together. */
export interface BlobForms {
  forms: readonly Form[];
  described: Description[];
}

/** Ready-made headers of one form, with all that they depend on. */
export interface Description {
  form: Form;
  address: Address;
  dictionaryPattern: string | null;
  isPublic: boolean;
  threads: boolean;
  encodable: boolean;
  contentType: string;
  etag: string;
  headers: Headers;
  /** The headers of a 200 as they go over the wire. */
  head: string;
  saved: BytesSaved;
}

/**
 * Bytes of one form: whole in memory, in memory for as long as they stay there and else in a file, which is open already
 * unless `handle` is null and whose closing is the taker's duty, or on their way from a distant store, with the same duty.
 * A range of these is there once its first byte is: until then the answer can still be that it cannot be reached.
 */
export type Body =
  | { kind: 'whole'; bytes: Buffer }
  | { kind: 'file'; file: SentFile; handle: FileHandle | null }
  | { kind: 'distant'; stream(range: ByteRange): Promise<Readable>; close(): Promise<void> };

/** What the database said of a form no longer holds: it was swapped or swept. */
export class StaleFormError extends Error {}

/** Which forms a blob has, and the bytes of those that are asked for most. */
export class EncodedBlobCache {
  readonly #context: Context;
  readonly #forms = new LoadingLru<BlobForms>(formsCacheBytes);
  readonly #whole: LoadingLru<Buffer>;
  readonly #hot: HotFiles;
  /** When the cache was told last that a file of its was used. */
  readonly #cachedUses = new Map<string, number>();

  constructor(context: Context) {
    this.#context = context;
    const shares = Math.min(context.config.processes, mostShares);
    this.#whole = new LoadingLru(wholeCacheBytes / shares);
    this.#hot = new HotFiles(hotCacheBytes / shares, Math.min(maxHotBytes, hotCacheBytes / shares));
    context.changes.subscribe({
      onChange: ({ kind, id }) => {
        if (kind === 'blob') this.drop(id);
      },
      // Once it is heard again: what is kept serves while the database is away, and forms that went are noticed.
      onGap: () => {
        if (context.changes.listening) this.#forms.clear();
      },
    });
  }

  /**
   * @param sha256 hexadecimal
   * @throws StaleFormError when there is no such blob
   */
  forms(sha256: string): MaybePromise<BlobForms> {
    const known = this.#forms.get(sha256);
    return known ?? this.#forms.load(sha256, formsEntryBytes, () => this.#loadForms(sha256));
  }

  /** The forms where nothing has to be looked up for them. */
  knownForms(sha256: string): BlobForms | null {
    const known = this.#forms.get(sha256);
    return known instanceof Promise ? null : (known ?? null);
  }

  drop(sha256: string): void {
    this.#forms.delete(sha256);
  }

  /** The bytes of a small form that lie ready. */
  inMemory(form: Form): Buffer | null {
    if (form.size > maxWholeBytes) return null;
    const bytes = this.#whole.get(form.storedSha256);
    return bytes instanceof Promise ? null : (bytes ?? null);
  }

  /** @throws StaleFormError when the store no longer has these bytes */
  body(form: Form): MaybePromise<Body> {
    if (form.size > maxWholeBytes) return this.#largeBody(form);
    // Named by its bytes, so it can never be out of date.
    const bytes =
      this.#whole.get(form.storedSha256) ??
      this.#whole.load(form.storedSha256, form.size + 200, () => this.#read(form));
    return bytes instanceof Promise ? bytes.then(wholeBody) : wholeBody(bytes);
  }

  #largeBody(form: Form): MaybePromise<Body> {
    if (!this.#hot.find(form.storedSha256)) return this.#openBody(form);
    if (this.#cachedUses.size > 0) this.#noteUse(form.storedSha256);
    return { kind: 'file', file: this.#sent(form), handle: null };
  }

  /** What is sent from memory again and again is not to be pushed out of the cache meanwhile. */
  #noteUse(storedSha256: string): void {
    const noted = this.#cachedUses.get(storedSha256);
    const now = Date.now();
    if (noted === undefined || now - noted < useStepMs) return;
    this.#cachedUses.set(storedSha256, now);
    void this.#context.cache.used(storedSha256);
  }

  async #openBody(form: Form): Promise<Body> {
    const path = await this.#localPath(form);
    if (path === null) return this.#openDistant(form);
    const handle = await openWhole(path, form);
    void this.#hot.note(form.storedSha256, () => open(path), form.size);
    return { kind: 'file', file: this.#sent(form), handle };
  }

  async #openDistant(form: Form): Promise<Body> {
    const file = await this.#context.cache.open(form, this.#source(form));
    if (file.kind === 'growing') {
      return {
        kind: 'distant',
        stream: (range) => file.stream(range).catch(asStale),
        close: () => file.close(),
      };
    }
    if (this.#cachedUses.size >= maxCachedUses) this.#cachedUses.clear();
    this.#cachedUses.set(form.storedSha256, Date.now());
    void this.#hot.note(form.storedSha256, () => this.#openAgain(form), form.size);
    return { kind: 'file', file: this.#sent(form), handle: file.handle };
  }

  #sent(form: Form): SentFile {
    return {
      hot: () => this.#hot.find(form.storedSha256),
      open: () => this.#openAgain(form),
      openHere: () => this.#openHere(form),
    };
  }

  async #openHere(form: Form): Promise<FileHandle | null> {
    const path = await this.#localPath(form);
    return path === null ? this.#context.cache.openHere(form) : openWhole(path, form);
  }

  /** For what is in memory, or was: it is fetched once more where even the disk has let it go. */
  async #openAgain(form: Form): Promise<FileHandle> {
    const path = await this.#localPath(form);
    if (path !== null) return openWhole(path, form);
    return this.#context.cache.openWhole(form, this.#source(form));
  }

  /** Null also where its store cannot be opened: what is cached of it is served all the same. */
  async #localPath(form: Form): Promise<string | null> {
    const store = await this.#context.stores.of(form.storageId).catch(() => null);
    return store?.localPath(form.key) ?? null;
  }

  #source(form: Form): () => Promise<BlobStore> {
    return () => this.#context.stores.of(form.storageId);
  }

  async #read(form: Form): Promise<Buffer> {
    const path = await this.#localPath(form);
    const bytes = await (path === null
      ? this.#context.cache.read(form, this.#source(form))
      : readFile(path)
    ).catch(asStale);
    if (bytes.length === form.size) return bytes;
    throw new StaleFormError(`${form.key} has ${bytes.length} bytes instead of ${form.size}.`);
  }

  async #loadForms(sha256: string): Promise<BlobForms> {
    const found = await findForms(this.#context, [Buffer.from(sha256, 'hex')]);
    const forms = found.get(sha256);
    if (!forms) throw new StaleFormError(`There is no blob ${sha256}.`);
    return { forms, described: [] };
  }
}

function wholeBody(bytes: Buffer): Body {
  return { kind: 'whole', bytes };
}

async function openWhole(path: string, form: Form): Promise<FileHandle> {
  const handle = await open(path).catch(asStale);
  const { size } = await handle.stat();
  if (size === form.size) return handle;
  await handle.close();
  throw new StaleFormError(`${form.key} has ${size} bytes instead of ${form.size}.`);
}

function asStale(error: unknown): never {
  const missing =
    error instanceof BlobNotFoundError || (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
  throw missing ? new StaleFormError('The store no longer has these bytes.', { cause: error }) : error;
}
