import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FluxError } from '#shared/contract/errors.ts';

/** Flushes a file's content and length to the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await flush(handle);
  } finally {
    await handle.close();
  }
}

export async function flush(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    // Error codes of objects that are no regular files: devices, and folders of some network file systems.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  }
}

/** `error` as `storage_full` for a full disk or quota, otherwise unchanged. */
export function asStorageError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: string };
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new FluxError('storage_full', undefined, { cause: error })
    : error;
}

/**
 * Creates folders and flushes their entries. A file's name survives a power cut only once its folder was flushed
 * after the rename, and a folder's only once its parent was.
 *
 * Flushes of one folder requested during a running one share the next, since ten thousand small files end up in a few
 * hundred folders.
 */
export class DurableFolders {
  readonly #made = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  /** Makes a folder and its parents, once; they are durable when this resolves. */
  make(folder: string): Promise<void> {
    const known = this.#made.get(folder);
    if (known) return known;
    const making = this.#make(folder);
    this.#made.set(folder, making);
    making.catch(() => this.#made.delete(folder));
    return making;
  }

  /** For when a folder turned out to be gone. */
  forget(folder: string): void {
    for (const known of this.#made.keys()) {
      if (known === folder || folder.startsWith(`${known}/`)) this.#made.delete(known);
    }
  }

  /** Resolves after a flush that began after this call. */
  sync(folder: string): Promise<void> {
    const waiting = this.#waiting.get(folder);
    if (waiting) return waiting;
    const running = this.#running.get(folder) ?? Promise.resolve();
    const next = running
      .catch(() => {})
      .then(() => {
        this.#waiting.delete(folder);
        const flush = syncFile(folder).finally(() => {
          if (this.#running.get(folder) === flush) this.#running.delete(folder);
        });
        this.#running.set(folder, flush);
        return flush;
      });
    this.#waiting.set(folder, next);
    return next;
  }

  async #make(folder: string): Promise<void> {
    try {
      await mkdir(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process may have created it without a flush yet, so it is flushed here too.
      if (code === 'ENOENT') {
        await this.make(dirname(folder));
        return this.#make(folder);
      }
      if (code !== 'EEXIST') throw error;
    }
    await this.sync(dirname(folder));
  }
}
