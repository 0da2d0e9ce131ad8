import { constants } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freeBytes } from '../../files/disk.ts';
import { newId } from '../../ids.ts';
import { inParallel } from '../../processes/parallel.ts';
import type { Log } from '../../telemetry/log.ts';
import { flush } from '../durable.ts';

/** Unfinished files. No name of a finished one starts with this character. */
const unfinishedFolder = '~unfinished';
/** A fetch writes continuously; a file not written for this long belongs to a dead process. */
const abandonedMs = 10 * 60_000;
/** Above the first share of all bytes, files are deleted down to the second. */
const fullShare = 0.95;
const trimTargetShare = 0.9;
/** What all processes together may add before each looks again what the others did: they stay within the bound. */
const rescanShare = 0.05;
/** A command beside the server, or a server that is about to end, may work with the folder as well. */
const leastProcesses = 4;
/** After running out of space, it is not checked again for this long, so that not every request scans the folder. */
const noRoomMs = 10_000;
/** Files examined in parallel: one by one, each would wait for a thread. */
const parallelStats = 16;
/** How exactly it is known when a file was used. */
const usedStepMs = 60_000;

/** The local disk failed; the form can still be served without the cache. */
export class DiskError extends Error {}

interface CachedFileEntry {
  path: string;
  bytes: number;
  usedAt: number;
}

/** A file on its way into the folder. */
export interface UnfinishedFile {
  path: string;
  handle: FileHandle;
}

/**
 * Files named by the SHA-256 of their bytes, up to a total size; least recently used ones are deleted first. All
 * state is in the file system (the modification time is the last use), so it survives the process and several share
 * one folder.
 */
export class CacheFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #maxUnseenBytes: number;
  readonly #log: Log;
  #tidying: Promise<boolean> | null = null;
  /** Bytes that may be added before the next scan; unknown at first. */
  #unseenBytes = 0;
  #noRoomUntil = 0;

  constructor(
    folder: string,
    { maxBytes, processes, log }: { maxBytes: number; processes: number; log: Log },
  ) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#maxUnseenBytes = (maxBytes * rescanShare) / Math.max(leastProcesses, processes);
    this.#log = log;
  }

  /** @returns the open file, which the caller closes; null if it is not cached */
  async openCached(name: string, size: number): Promise<FileHandle | null> {
    const path = this.#path(name);
    const handle = await open(path).catch(() => null);
    if (!handle) return null;
    const found = await handle.stat();
    if (found.size === size) {
      if (Date.now() - found.mtimeMs > usedStepMs) void this.#touch(path);
      return handle;
    }
    await handle.close();
    await rm(path, { force: true });
    return null;
  }

  /** Marks a use that did not open the file. */
  async used(name: string): Promise<void> {
    await this.#touch(this.#path(name));
  }

  /** Whether a form of this size is cached at all. */
  hasRoomFor(size: number): boolean {
    return size <= this.#maxBytes * trimTargetShare;
  }

  /**
   * Creates a file of a size, whose bytes are reserved immediately for all processes.
   * @returns null without space, or if the folder cannot be written
   */
  async createFile(size: number): Promise<UnfinishedFile | null> {
    if (!this.hasRoomFor(size) || Date.now() < this.#noRoomUntil) return null;
    let file: UnfinishedFile | null = null;
    try {
      file = await this.#create();
      // Without a byte being written: the others count it, and the disk does not.
      await file.handle.truncate(size);
      if (await this.#evict(size)) return file;
      this.#noRoomUntil = Date.now() + noRoomMs;
    } catch (error) {
      this.#log.warn({ err: error }, 'the cache cannot be written');
      this.#noRoomUntil = Date.now() + noRoomMs;
    }
    await this.discard(file);
    return null;
  }

  /** @throws DiskError */
  async write({ handle }: UnfinishedFile, bytes: Buffer, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      this.#noRoomUntil = Date.now() + noRoomMs;
      throw new DiskError('The cache cannot be written.', { cause: error });
    }
  }

  /** Copies a verified file if there is space. */
  async copyIn(from: string, name: string, size: number): Promise<void> {
    const file = await this.createFile(size);
    if (!file) return;
    try {
      await copyFile(from, file.path, constants.COPYFILE_FICLONE);
      await this.commit(file, name);
    } catch (error) {
      this.#log.warn({ err: error }, 'the cache cannot be written');
    } finally {
      await this.discard(file);
    }
  }

  /** Takes a proven file over; its handle stays open. */
  async commit(file: UnfinishedFile, name: string): Promise<void> {
    await flush(file.handle);
    const path = this.#path(name);
    await mkdir(dirname(path), { recursive: true });
    await rename(file.path, path);
  }

  /** Closes a file, and deletes it unless it was committed. */
  async discard(file: UnfinishedFile | null): Promise<void> {
    if (!file) return;
    await rm(file.path, { force: true });
    await file.handle.close();
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  async #touch(path: string): Promise<void> {
    const now = new Date();
    // It may have gone this very moment.
    await utimes(path, now, now).catch(() => {});
  }

  async #create(): Promise<UnfinishedFile> {
    const folder = join(this.#folder, unfinishedFolder);
    await mkdir(folder, { recursive: true });
    const path = join(folder, newId());
    return { path, handle: await open(path, 'wx+', 0o600) };
  }

  /** @returns whether a file that was begun may be filled */
  async #evict(size: number): Promise<boolean> {
    this.#unseenBytes -= size;
    for (;;) {
      if (this.#unseenBytes >= 0 && (await freeBytes(this.#folder)) >= size) return true;
      // A running scan may miss new files, so callers that need them scan again.
      if (!this.#tidying) return this.#tidy(size);
      await this.#tidying.catch(() => {});
    }
  }

  async #tidy(size: number): Promise<boolean> {
    this.#unseenBytes = this.#maxUnseenBytes;
    this.#tidying = this.#removeOldest(size).finally(() => {
      this.#tidying = null;
    });
    return this.#tidying;
  }

  async #removeOldest(size: number): Promise<boolean> {
    const { files, bytes } = await this.#scan();
    const free = await freeBytes(this.#folder);
    const tooMany = bytes > this.#maxBytes * fullShare ? bytes - this.#maxBytes * trimTargetShare : 0;
    const wanted = Math.max(tooMany, size - free);
    let removed = 0;
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (removed >= wanted) break;
      await rm(file.path, { force: true });
      removed += file.bytes;
    }
    return bytes - removed <= this.#maxBytes && free + removed >= size;
  }

  /** The cached files, and the bytes of all, including unfinished ones. */
  async #scan(): Promise<{ files: CachedFileEntry[]; bytes: number }> {
    const files: CachedFileEntry[] = [];
    let bytes = 0;
    for await (const folder of await opendir(this.#folder)) {
      if (!folder.isDirectory()) continue;
      const path = join(this.#folder, folder.name);
      const isUnfinished = folder.name === unfinishedFolder;
      await inParallel(await readdir(path), parallelStats, async (name) => {
        const file = await readFileEntry(join(path, name));
        if (!file) return;
        if (isUnfinished && Date.now() - file.usedAt > abandonedMs) {
          await rm(file.path, { force: true });
          return;
        }
        bytes += file.bytes;
        if (!isUnfinished) files.push(file);
      });
    }
    return { files, bytes };
  }
}

async function readFileEntry(path: string): Promise<CachedFileEntry | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { path, bytes: found.size, usedAt: found.mtimeMs } : null;
}
