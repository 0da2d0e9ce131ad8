import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../telemetry/log.ts';
import type { ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';
import { CacheFolder } from './cache-folder.ts';
import { Fetch, type FetchTimes } from './fetch.ts';
import type { Source } from './proven.ts';

/** A form that lies in the cache, or is on its way there. `close` is the taker's duty. */
export type CachedFile =
  | { kind: 'file'; handle: FileHandle; close(): Promise<void> }
  | {
      kind: 'growing';
      /**
       * The bytes of a range, once the first of them are there.
       * @throws BlobStoreError, BlobNotFoundError
       */
      stream(range: ByteRange): Promise<Readable>;
      close(): Promise<void>;
    };

export interface BlobCacheOptions {
  folder: string;
  /** What is larger than nine tenths of it is not kept; 0: nothing is. */
  maxBytes: number;
  /** How many share the folder; 1 if not given. */
  processes?: number;
  log: Log;
  times?: Partial<FetchTimes>;
}

const usualTimes: FetchTimes = { lingerMs: 10_000, patienceMs: 15_000 };

/**
 * Forms of distant stores on this machine's disk, so that what many play is fetched once, and plays on while its store
 * is away. Its folder may be removed at any time, and shared with other processes.
 */
export class BlobCache {
  readonly #folder: CacheFolder;
  readonly #log: Log;
  readonly #times: FetchTimes;
  readonly #fetches = new Map<string, Fetch>();
  /** Counts what ended, so that who looked in the folder a moment too early looks again. */
  #ended = 0;

  constructor({ folder, maxBytes, processes = 1, log, times }: BlobCacheOptions) {
    this.#folder = new CacheFolder(folder, { maxBytes, processes, log });
    this.#log = log;
    this.#times = { ...usualTimes, ...times };
  }

  /** Never asks the store for what is kept; who asks for what is being fetched joins those who read it. */
  async open(form: PlacedForm, source: Source): Promise<CachedFile> {
    const name = form.storedSha256;
    for (;;) {
      const running = this.#fetches.get(name);
      if (running?.isOpen) return reading(running);
      const ended = this.#ended;
      const handle = await this.#folder.openKept(name, form.size);
      if (handle) return { kind: 'file', handle, close: () => handle.close() };
      if (ended === this.#ended && !this.#fetches.get(name)?.isOpen)
        return reading(this.#begin(form, source));
    }
  }

  /**
   * The whole of it as an open file, whose closing is the taker's duty; waits until it is here.
   * @throws BlobStoreError, BlobNotFoundError; an Error where it cannot be kept on this machine
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
    const kept = await this.#folder.openKept(form.storedSha256, form.size);
    if (!kept) throw new Error(`${form.key} cannot be kept in the cache.`);
    return kept;
  }

  /**
   * All of its bytes, for what is small.
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

  /** Whether what has so many bytes is kept at all. */
  hasRoomFor(size: number): boolean {
    return this.#folder.hasRoomFor(size);
  }

  /** The whole of it as an open file, whose closing is the taker's duty; null where it is not all here. */
  openHere({ storedSha256, size }: Pick<PlacedForm, 'storedSha256' | 'size'>): Promise<FileHandle | null> {
    return this.#folder.openKept(storedSha256, size);
  }

  /** Whether all of it is here. */
  async has(form: Pick<PlacedForm, 'storedSha256' | 'size'>): Promise<boolean> {
    const handle = await this.openHere(form);
    await handle?.close();
    return handle !== null;
  }

  /** Keeps a copy of a proven file of this machine on its way to a distant store, so that nobody has to fetch it back. */
  async give({ storedSha256, size }: Pick<PlacedForm, 'storedSha256' | 'size'>, path: string): Promise<void> {
    await this.#folder.copyIn(path, storedSha256, size);
  }

  /** To be told now and then of bytes that are sent from memory: they are in use all the same. */
  async used(storedSha256: string): Promise<void> {
    await this.#folder.used(storedSha256);
  }

  async forget(storedSha256: string): Promise<void> {
    await this.#folder.forget(storedSha256);
  }

  /** Breaks off what is being fetched, and waits a moment for it: a store that hangs is given up by its driver. */
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
