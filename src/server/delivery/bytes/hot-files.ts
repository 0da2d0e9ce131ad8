import type { FileHandle } from 'node:fs/promises';
import { ByteLru } from '#server/platform/byte-lru.ts';

/**
 * Each block is an allocation of its own: a slow reader of a file that was let go meanwhile keeps one block from
 * being freed, and not the file.
 */
export const blockBytes = 1_048_576;
const maxAsked = 500;

/** A file that is held in memory for now. */
export interface HotFile {
  /** Its blocks in order, all of `blockBytes` but the last; undefined once the file was let go. */
  block(index: number): Buffer | undefined;
}

/**
 * Large files that are asked for again and again, in memory up to a number of bytes. What is asked for once, as
 * by a crawler that takes everything, pushes nothing out.
 */
export class HotFiles {
  readonly #files: ByteLru<readonly Buffer[]>;
  readonly #maxFileBytes: number;
  /** What was asked for lately, the oldest first. */
  readonly #asked = new Set<string>();
  #loading = false;

  constructor(maxBytes: number, maxFileBytes: number) {
    this.#files = new ByteLru(maxBytes);
    this.#maxFileBytes = maxFileBytes;
  }

  /** @param key names the bytes, so that what it stands for never changes */
  find(key: string): HotFile | null {
    return this.#files.get(key) ? { block: (index) => this.#files.get(key)?.[index] } : null;
  }

  /**
   * To be told that a file is sent from the disk. The second time it is loaded too, while nobody waits for that,
   * and one at a time. It resolves when the file is in memory, or when it is clear that it will not be.
   * @param open opens it once more
   */
  async note(key: string, open: () => Promise<FileHandle>, size: number): Promise<void> {
    if (size > this.#maxFileBytes) return;
    const again = this.#asked.delete(key);
    this.#asked.add(key);
    for (const oldest of this.#asked) {
      if (this.#asked.size <= maxAsked) break;
      this.#asked.delete(oldest);
    }
    if (!again || this.#loading) return;
    this.#loading = true;
    try {
      this.#files.set(key, await readBlocks(await open(), size), size);
    } catch {
      // It was swept or swapped; whoever asked for it learns so from their own reading.
    } finally {
      this.#loading = false;
    }
  }
}

async function readBlocks(handle: FileHandle, size: number): Promise<Buffer[]> {
  try {
    const blocks: Buffer[] = [];
    for (let start = 0; start < size; start += blockBytes) {
      blocks.push(await readBlock(handle, start, Math.min(blockBytes, size - start)));
    }
    return blocks;
  } finally {
    await handle.close();
  }
}

async function readBlock(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const block = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(block, done, length - done, start + done);
    if (bytesRead === 0) throw new Error(`The file ended at ${start + done}.`);
    done += bytesRead;
  }
  return block;
}
