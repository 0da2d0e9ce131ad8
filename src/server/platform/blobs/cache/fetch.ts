import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../telemetry/log.ts';
import { BlobStoreError, type ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';
import { type CacheFolder, DiskError, type UnfinishedFile } from './cache-folder.ts';
import { begun, bytesOf, heldBackBytes, Proof, type Source, straight } from './proven.ts';

/** What each reader holds of it: larger ones gain little, and many may be slow. */
const chunkBytes = 65_536;

/** `proven`: all of it is there and is right. `unkept`: there is no room for it on this machine. */
type State = 'running' | 'proven' | 'failed' | 'unkept';

export interface FetchTimes {
  /** A fetch that nobody reads goes on for this long: a page that is reloaded finds it where it was. */
  lingerMs: number;
  /** Who gets no byte for this long is told that there are none. */
  patienceMs: number;
}

/**
 * One fetch of one form into the cache, however many read it meanwhile. They follow the file while it grows. Where it
 * cannot be kept, each goes on with a fetch of their own.
 */
export class Fetch {
  /** Resolves when nothing is being fetched any more, whatever came of it. */
  readonly ended: Promise<void>;
  readonly #form: PlacedForm;
  readonly #source: Source;
  readonly #folder: CacheFolder;
  readonly #log: Log;
  readonly #times: FetchTimes;
  #file: UnfinishedFile | null = null;
  #state: State = 'running';
  #error: unknown = null;
  #written = 0;
  #changed = Promise.withResolvers<void>();
  /** Resolves when it is known whether there is room for it: to look through a full folder takes a while. */
  readonly #begun = Promise.withResolvers<void>();
  #holders = 0;
  #body: Readable | null = null;
  #lingering: NodeJS.Timeout | null = null;
  #stopped = false;
  #over = false;

  constructor(form: PlacedForm, source: Source, folder: CacheFolder, log: Log, times: FetchTimes) {
    this.#form = form;
    this.#source = source;
    this.#folder = folder;
    this.#log = log;
    this.#times = times;
    this.ended = this.#run();
  }

  /** Whether another reader may still join. */
  get isOpen(): boolean {
    return !this.#stopped && (this.#state === 'running' || this.#state === 'proven');
  }

  hold(): void {
    this.#holders += 1;
    if (this.#lingering) clearTimeout(this.#lingering);
    this.#lingering = null;
  }

  /** Every `hold` is followed by one. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    if (this.#over) void this.#close();
    else this.#lingering = setTimeout(() => this.stop(), this.#times.lingerMs).unref();
  }

  stop(): void {
    this.#stopped = true;
    this.#body?.destroy();
  }

  /**
   * The bytes of a range, for a holder, once the first of them are there.
   * @throws what the store threw; BlobStoreError `unreachable` when nothing came in time
   */
  async stream(range: ByteRange): Promise<Readable> {
    const reading = begun(this.#read(range));
    const patience = new AbortController();
    const late = this.#comesToNothing(patience.signal);
    late.catch(() => {});
    const stream = await Promise.race([reading, late]).finally(() => patience.abort());
    if (stream) return stream;
    // There is nobody to take what comes after all.
    reading.then(
      (unwanted) => unwanted.destroy(),
      () => {},
    );
    const waited = `Nothing came within ${this.#times.patienceMs} ms.`;
    throw new BlobStoreError('unreachable', new Error(waited));
  }

  /** Resolves when the fetch has gone no further for as long as anybody is to wait for the store. */
  async #comesToNothing(signal: AbortSignal): Promise<null> {
    await this.#begun.promise;
    for (let seen = -1; seen < this.#written; ) {
      seen = this.#written;
      await sleep(this.#times.patienceMs, null, { signal });
    }
    return null;
  }

  async *#read(range: ByteRange): AsyncGenerator<Buffer> {
    let position = range.start;
    while (position <= range.end) {
      if (this.#state === 'failed') throw this.#error;
      if (this.#state === 'unkept') {
        yield* straight(this.#form, this.#source, range, position);
        return;
      }
      const isProven = this.#state === 'proven';
      const end = isProven ? range.end + 1 : Math.min(this.#written, range.end + 1 - heldBackBytes);
      if (this.#file && position < end) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
        const { bytesRead } = await this.#file.handle.read(buffer, 0, buffer.length, position);
        if (bytesRead === 0) throw new Error(`${this.#form.key} ended at ${position} in the cache.`);
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else {
        await this.#changed.promise;
      }
    }
  }

  async #run(): Promise<void> {
    try {
      this.#file = await this.#folder.begin(this.#form.size).finally(this.#begun.resolve);
      if (this.#file) await this.#fill(this.#file);
      else this.#become('unkept');
    } catch (error) {
      this.#error = error;
      if (error instanceof DiskError) this.#log.warn({ err: error }, 'the cache cannot be written');
      this.#become(error instanceof DiskError ? 'unkept' : 'failed');
    }
    this.#over = true;
    if (this.#lingering) clearTimeout(this.#lingering);
    if (this.#state !== 'proven' || this.#holders === 0) await this.#close();
  }

  async #fill(file: UnfinishedFile): Promise<void> {
    const store = await this.#source();
    const body = await store.get(this.#form.key);
    this.#body = body;
    try {
      if (this.#stopped) throw new Error('All readers have disconnected.');
      const proof = new Proof(this.#form);
      for await (const chunk of bytesOf(body)) {
        proof.add(chunk);
        await this.#folder.write(file, chunk, this.#written);
        this.#written += chunk.length;
        this.#tell();
      }
      proof.finish();
    } finally {
      body.destroy();
    }
    this.#become('proven');
    // Those who read it have it; it is only that the next one has to fetch it anew.
    await this.#folder.keep(file, this.#form.storedSha256).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'a file could not be kept in the cache');
    });
  }

  #become(state: State): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #close(): Promise<void> {
    this.#stopped = true;
    const file = this.#file;
    this.#file = null;
    // A kept one has left the name that is removed here.
    await this.#folder.discard(file).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the cache cannot be tidied');
    });
  }
}
