import { constants, type Stats } from 'node:fs';
import { copyFile, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '../ids.ts';
import {
  BlobNotFoundError,
  BlobSizeError,
  type BlobStat,
  type BlobStore,
  type ByteRange,
  checkKey,
  type ObjectMetadata,
  plainMetadata,
} from './blob-store.ts';
import { asStorageError, DurableFolders, syncFile } from './durable.ts';

/** Unfinished values. Keys cannot contain this character. */
const unfinishedFolder = '~unfinished';

/**
 * Stores blobs as files below one folder. A value is written beside the others, flushed, renamed to its key, and its
 * folder flushed, so that after a power cut a key has the old value, the new one, or none.
 */
export class LocalBlobStore implements BlobStore {
  readonly kind = 'local';
  readonly #folder: string;
  readonly #folders = new DurableFolders();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, body: Readable | Buffer, size: number): Promise<void> {
    const target = this.#path(key);
    await this.#place(target, async (temporary) => {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await writeExactly(handle, key, body, size);
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }

  async putFile(key: string, path: string): Promise<void> {
    const target = this.#path(key);
    await syncFile(path);
    try {
      await this.#rename(path, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw asStorageError(error);
      await this.#place(target, async (temporary) => {
        await copyFile(path, temporary, constants.COPYFILE_EXCL);
        await syncFile(temporary);
      });
      await rm(path, { force: true });
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#path(key), 'r').catch((error: NodeJS.ErrnoException) => {
      throw isMissing(error) ? new BlobNotFoundError(key) : error;
    });
    return handle.createReadStream({ ...range, highWaterMark: 262_144 });
  }

  async stat(key: string): Promise<BlobStat | null> {
    const found = await this.#stat(key);
    return found && { size: found.size, modifiedAt: found.mtime };
  }

  async metadata(key: string): Promise<ObjectMetadata | null> {
    const found = await this.#stat(key);
    return (
      found && {
        ...plainMetadata(this.#folder, key, found.size),
        timeCreated: found.birthtime,
        updated: found.mtime,
      }
    );
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<string> {
    yield* this.#walk('', prefix);
  }

  async removeUnfinished(before: Date): Promise<void> {
    const folder = join(this.#folder, unfinishedFolder);
    for await (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtime < before) await rm(path, { force: true });
    }
  }

  localPath(key: string): string {
    return this.#path(key);
  }

  async signedUrl(key: string): Promise<null> {
    checkKey(key);
    return null;
  }

  async close(): Promise<void> {}

  #path(key: string): string {
    checkKey(key);
    return join(this.#folder, key);
  }

  async #stat(key: string): Promise<Stats | null> {
    try {
      const found = await stat(this.#path(key));
      return found.isFile() ? found : null;
    } catch (error) {
      if (isMissing(error as NodeJS.ErrnoException)) return null;
      throw error;
    }
  }

  async #place(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
    await this.#folders.make(join(this.#folder, unfinishedFolder));
    const temporary = join(this.#folder, unfinishedFolder, newId());
    try {
      await write(temporary);
      await this.#rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw asStorageError(error);
    }
  }

  async #rename(from: string, target: string): Promise<void> {
    const folder = dirname(target);
    await this.#folders.make(folder);
    try {
      await rename(from, target);
    } catch (error) {
      if (!isMissing(error as NodeJS.ErrnoException)) throw error;
      this.#folders.forget(folder);
      await this.#folders.make(folder);
      await rename(from, target);
    }
    await this.#folders.sync(folder);
  }

  async *#walk(folder: string, prefix: string): AsyncIterable<string> {
    for await (const entry of entriesOf(join(this.#folder, folder))) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === unfinishedFolder) continue;
      if (entry.isFile()) {
        if (key.startsWith(prefix)) yield key;
      } else if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) {
        yield* this.#walk(key, prefix);
      }
    }
  }
}

async function* entriesOf(folder: string) {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error as NodeJS.ErrnoException)) throw error;
  }
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

async function writeExactly(
  handle: FileHandle,
  key: string,
  body: Readable | Buffer,
  size: number,
): Promise<void> {
  let written = 0;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (written + bytes.length > size) throw new BlobSizeError(key, size, 'more');
    await writeWhole(handle, bytes);
    written += bytes.length;
  }
  if (written !== size) throw new BlobSizeError(key, size, String(written));
}

/** A write may be short when the disk is nearly full; the next one then fails with the reason. */
async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done);
    done += bytesWritten;
  }
}
