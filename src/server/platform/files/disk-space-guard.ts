import { FluxError } from '#shared/contract/errors.ts';
import { asFluxError } from '../http/responses/errors.ts';
import type { Log } from '../telemetry/log.ts';
import { freeBytes } from './disk.ts';

/** Background work lacks disk space and is tried again later. */
export class NoDiskSpaceError extends FluxError {
  constructor(cause: unknown) {
    super('storage_full', 'There is not enough free space for this now. It is done once there is.', {
      cause,
    });
    this.name = 'NoDiskSpaceError';
  }
}

/**
 * Keeps background work from using the disk space that is reserved for the database. It logs once that work waits, and once
 * that there is space again.
 */
export class DiskSpaceGuard {
  readonly #log: Log;
  /** The largest request that did not fit, in bytes; null while no work waits. */
  #wanted: number | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Runs `work`, which writes at most `bytes` below each of the folders. No space is reserved for it, so it must call
   * `requireReserve` while it writes.
   * @throws NoDiskSpaceError if the space is missing or runs out during the work. `work` must clean up before it throws.
   */
  async within<Result>(
    folders: readonly string[],
    bytes: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const free = Math.min(...(await Promise.all(folders.map(freeBytes))));
    if (free < bytes)
      throw this.#wait(bytes, new Error(`${bytes} bytes are needed, and ${Math.max(0, free)} are free.`));
    try {
      const result = await work();
      this.#goOn(free);
      return result;
    } catch (error) {
      if (asFluxError(error).code !== 'storage_full') throw error;
      throw this.#wait(bytes, error);
    }
  }

  #wait(bytes: number, cause: unknown): NoDiskSpaceError {
    if (this.#wanted === null)
      this.#log.warn({ err: cause }, 'background work waits for room: the disk is nearly full');
    this.#wanted = Math.max(bytes, this.#wanted ?? 0);
    return new NoDiskSpaceError(cause);
  }

  /** @param free before the work that succeeded */
  #goOn(free: number): void {
    if (this.#wanted === null || free < this.#wanted) return;
    this.#wanted = null;
    this.#log.info('there is room again for background work');
  }
}
