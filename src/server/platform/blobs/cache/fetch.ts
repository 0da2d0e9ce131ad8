import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../telemetry/log.ts';
import { BlobStoreError, type ByteRange } from '../blob-store.ts';
import type { PlacedForm } from '../blob-stores.ts';
import { type CacheFolder, DiskError, type UnfinishedFile } from './cache-folder.ts';
import { begun, bytesOf, HashVerifier, type Source, straight, withheldBytes } from './hash-verifier.ts';

/** The buffer of each reader: larger ones gain little, and many readers may be slow. */
const chunkBytes = 65_536;

/** `proven`: complete and verified. `unkept`: no space on this machine. */
type State = 'running' | 'proven' | 'failed' | 'unkept';

export interface FetchTimes {
  /** A fetch without readers continues for this long, so that a reloaded page can join it. */
  lingerMs: number;
  /** A reader that gets no byte for this long gets an error. */
  timeoutMs: number;
}

/**
 * One fetch of a form into the cache, shared by its readers, which follow the growing file. If it cannot be cached,
 * each reader continues with its own request.
 */
export class Fetch {
  /** Resolves when the fetch has ended, with any result. */
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
  /** Resolves when it is known whether there is space: scanning a full folder takes a while. */
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
   * The bytes of a range, for a reader, once the first have arrived.
   * @throws the store's error; BlobStoreError `unreachable` after the timeout
   */
  async stream(range: ByteRange): Promise<Readable> {
    const reading = begun(this.#read(range));
    const timer = new AbortController();
    const late = this.#comesToNothing(timer.signal);
    late.catch(() => {});
    const stream = await Promise.race([reading, late]).finally(() => timer.abort());
    if (stream) return stream;
    // There is no reader left.
    reading.then(
      (unwanted) => unwanted.destroy(),
      () => {},
    );
    const waited = `Nothing came within ${this.#times.timeoutMs} ms.`;
    throw new BlobStoreError('unreachable', new Error(waited));
  }

  /** Resolves after the timeout without progress of the fetch. */
  async #comesToNothing(signal: AbortSignal): Promise<null> {
    await this.#begun.promise;
    for (let seen = -1; seen < this.#written; ) {
      seen = this.#written;
      await sleep(this.#times.timeoutMs, null, { signal });
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
      const end = isProven ? range.end + 1 : Math.min(this.#written, range.end + 1 - withheldBytes);
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
      this.#file = await this.#folder.createFile(this.#form.size).finally(this.#begun.resolve);
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
      const proof = new HashVerifier(this.#form);
      for await (const chunk of bytesOf(body)) {
        proof.add(chunk);
        await this.#folder.write(file, chunk, this.#written);
        this.#written += chunk.length;
        this.#wakeReaders();
      }
      proof.finish();
    } finally {
      body.destroy();
    }
    this.#become('proven');
    // Its readers have it; only the next one must fetch it again.
    await this.#folder.commit(file, this.#form.storedSha256).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'a file could not be kept in the cache');
    });
  }

  #become(state: State): void {
    this.#state = state;
    this.#wakeReaders();
  }

  #wakeReaders(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #close(): Promise<void> {
    this.#stopped = true;
    const file = this.#file;
    this.#file = null;
    // A committed file no longer has the name that is deleted here.
    await this.#folder.discard(file).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the cache cannot be tidied');
    });
  }
}
