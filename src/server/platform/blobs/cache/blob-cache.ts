import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../telemetry/log.ts';
import type { ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';
import { CacheFolder } from './cache-folder.ts';
import { Fetch, type FetchTimes } from './fetch.ts';
import type { Source } from './hash-verifier.ts';

/** A cached form, or one being fetched. The caller must call `close`. */
export type CachedFile =
  | { kind: 'file'; handle: FileHandle; close(): Promise<void> }
  | {
      kind: 'growing';
      /**
       * The bytes of a range, once the first have arrived.
       * @throws BlobStoreError, BlobNotFoundError
       */
      stream(range: ByteRange): Promise<Readable>;
      close(): Promise<void>;
    };

export interface BlobCacheOptions {
  folder: string;
  /** The cache size. Files over nine tenths of it are not cached; 0 disables the cache. */
  maxBytes: number;
  /** How many share the folder; 1 if not given. */
  processes?: number;
  log: Log;
  times?: Partial<FetchTimes>;
}

const defaultTimes: FetchTimes = { lingerMs: 10_000, timeoutMs: 15_000 };

/**
 * A disk cache of remote forms, so that popular files are fetched once and stay available while their store is not.
 * Its folder may be deleted at any time, and shared with other processes.
 */
export class BlobCache {
  readonly #folder: CacheFolder;
  readonly #log: Log;
  readonly #times: FetchTimes;
  readonly #fetches = new Map<string, Fetch>();
  /** Counts finished fetches, so that a lookup just before a finish is repeated. */
  #ended = 0;

  constructor({ folder, maxBytes, processes = 1, log, times }: BlobCacheOptions) {
    this.#folder = new CacheFolder(folder, { maxBytes, processes, log });
    this.#log = log;
    this.#times = { ...defaultTimes, ...times };
  }

  /** Never requests cached forms from the store; readers of a form being fetched share its fetch. */
  async open(form: PlacedForm, source: Source): Promise<CachedFile> {
    const name = form.storedSha256;
    for (;;) {
      const running = this.#fetches.get(name);
      if (running?.isOpen) return reading(running);
      const ended = this.#ended;
      const handle = await this.#folder.openCached(name, form.size);
      if (handle) return { kind: 'file', handle, close: () => handle.close() };
      if (ended === this.#ended && !this.#fetches.get(name)?.isOpen)
        return reading(this.#begin(form, source));
    }
  }

  /**
   * The whole form as an open file, which the caller closes; waits until it is fetched.
   * @throws BlobStoreError, BlobNotFoundError; an Error if it cannot be cached
   */
  async openWhole(form: PlacedForm, source: Source): Promise<FileHandle> {
    const file = await this.open(form, source);
    if (file.kind === 'file') return file.handle;
    try {
      for await (const _chunk of await file.stream({ start: 0, end: form.size - 1 }));
    } finally {
      await file.close();
    }
    await this.#fetches.get(form.storedSha256)?.ended;
    const kept = await this.#folder.openCached(form.storedSha256, form.size);
    if (!kept) throw new Error(`${form.key} cannot be kept in the cache.`);
    return kept;
  }

  /**
   * All bytes of a small form.
   * @throws BlobStoreError, BlobNotFoundError
   */
  async read(form: PlacedForm, source: Source): Promise<Buffer> {
    if (form.size === 0) return Buffer.alloc(0);
    const file = await this.open(form, source);
    try {
      if (file.kind === 'file') return await file.handle.readFile();
      return await buffer(await file.stream({ start: 0, end: form.size - 1 }));
    } finally {
      await file.close();
    }
  }

  /** Whether a form of this size is cached at all. */
  hasRoomFor(size: number): boolean {
    return this.#folder.hasRoomFor(size);
  }

  /** The whole form as an open file, which the caller closes; null if it is not cached completely. */
  openHere({ storedSha256, size }: Pick<PlacedForm, 'storedSha256' | 'size'>): Promise<FileHandle | null> {
    return this.#folder.openCached(storedSha256, size);
  }

  /** Whether it is cached completely. */
  async has(form: Pick<PlacedForm, 'storedSha256' | 'size'>): Promise<boolean> {
    const handle = await this.openHere(form);
    await handle?.close();
    return handle !== null;
  }

  /** Caches a copy of a verified local file on its way to a remote store, so that it need not be fetched. */
  async give({ storedSha256, size }: Pick<PlacedForm, 'storedSha256' | 'size'>, path: string): Promise<void> {
    await this.#folder.copyIn(path, storedSha256, size);
  }

  /** Marks a form as used that is served from memory. */
  async used(storedSha256: string): Promise<void> {
    await this.#folder.used(storedSha256);
  }

  async forget(storedSha256: string): Promise<void> {
    await this.#folder.remove(storedSha256);
  }

  /** Aborts all fetches and waits briefly: an unresponsive store is abandoned by its driver. */
  async close(): Promise<void> {
    const fetches = [...this.#fetches.values()];
    for (const fetch of fetches) fetch.stop();
    await Promise.race([Promise.all(fetches.map(({ ended }) => ended)), sleep(2_000, null, { ref: false })]);
  }

  #begin(form: PlacedForm, source: Source): Fetch {
    const fetch = new Fetch(form, source, this.#folder, this.#log, this.#times);
    this.#fetches.set(form.storedSha256, fetch);
    void fetch.ended.then(() => {
      this.#ended += 1;
      if (this.#fetches.get(form.storedSha256) === fetch) this.#fetches.delete(form.storedSha256);
    });
    return fetch;
  }
}

function reading(fetch: Fetch): CachedFile {
  fetch.hold();
  let isOpen = true;
  return {
    kind: 'growing',
    stream: (range) => fetch.stream(range),
    close: async () => {
      if (isOpen) fetch.release();
      isOpen = false;
    },
  };
}
