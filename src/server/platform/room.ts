import { FluxError } from '#shared/errors.ts';
import { freeBytes } from './disk.ts';
import { asFluxError } from './http/errors.ts';
import type { Log } from './log.ts';

/** Something that can wait found no room, and is to be done once there is some. */
export class NoRoomError extends FluxError {
  constructor(cause: unknown) {
    super('storage_full', 'There is not enough free space for this now. It is done once there is.', {
      cause,
    });
    this.name = 'NoRoomError';
  }
}

/**
 * Room on this machine's disk, for work that can wait: it is not begun where it would take of what is kept free for a
 * database. The log is told once that work waits, and once that there is room for all of it, however often it is tried.
 */
export class Room {
  readonly #log: Log;
  /** The most bytes for which there was no room; null while nothing waits. */
  #wanted: number | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Does what writes at most so many bytes below each of the folders. Nothing is set aside for it, so it must ask
   * `requireReserve` as it goes.
   * @throws NoRoomError also where the room ended meanwhile; whoever did the work has cleaned up by then
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

  #wait(bytes: number, cause: unknown): NoRoomError {
    if (this.#wanted === null)
      this.#log.warn({ err: cause }, 'background work waits for room: the disk is nearly full');
    this.#wanted = Math.max(bytes, this.#wanted ?? 0);
    return new NoRoomError(cause);
  }

  /** @param free before the work that succeeded */
  #goOn(free: number): void {
    if (this.#wanted === null || free < this.#wanted) return;
    this.#wanted = null;
    this.#log.info('there is room again for background work');
  }
}
