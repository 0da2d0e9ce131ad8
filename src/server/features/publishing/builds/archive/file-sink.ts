import { createHash } from 'node:crypto';
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

const writeLater = promisify(write);
/** Smaller writes are faster synchronously than in another thread. */
const smallBytes = 64 * 1024;
const headBytes = 1024;

export interface WrittenFile {
  path: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  crc32: number;
  /** The first bytes, at most 1 KiB. */
  head: Buffer;
}

/**
 * Writes a new file piece by piece and computes its size, SHA-256 and CRC-32. It opens and closes the file
 * synchronously: the child process has no other work, and a build may have thousands of small files.
 */
export class FileSink {
  readonly path: string;
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #size = 0;
  #crc32 = 0;
  #head = Buffer.alloc(0);

  /** @throws Error if the file exists */
  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'wx', 0o600);
  }

  async write(bytes: Buffer): Promise<void> {
    // Large pieces are written in another thread while this one hashes.
    const written = bytes.length > smallBytes ? this.#writeAll(bytes) : null;
    this.#hash.update(bytes);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#size += bytes.length;
    if (this.#head.length < headBytes) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)]);
    }
    if (written) await written;
    else for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
  }

  close(): WrittenFile {
    closeSync(this.#file);
    return {
      path: this.path,
      size: this.#size,
      sha256: this.#hash.digest('hex'),
      crc32: this.#crc32,
      head: this.#head,
    };
  }

  /** Closes without a result, after a failure. */
  abandon(): void {
    closeSync(this.#file);
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      done += (await writeLater(this.#file, bytes, done)).bytesWritten;
    }
  }
}

/** Runs `fill` with a new file; the file is always closed. */
export async function writeFileWith(
  path: string,
  fill: (sink: FileSink) => Promise<void>,
): Promise<WrittenFile> {
  const sink = new FileSink(path);
  try {
    await fill(sink);
  } catch (error) {
    sink.abandon();
    throw error;
  }
  return sink.close();
}
