import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export interface WrittenFile {
  path: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  crc32: number;
}

/** Writes a new file piece by piece and knows its size, sha256 and CRC-32 in the end. */
export class FileSink {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;
  #crc32 = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** @throws Error where a file of that name exists */
  static async create(path: string): Promise<FileSink> {
    return new FileSink(path, await open(path, 'wx', 0o600));
  }

  async write(bytes: Buffer): Promise<void> {
    // The operating system writes on another thread while this one hashes.
    const written = this.#file.writeFile(bytes);
    this.#hash.update(bytes);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#size += bytes.length;
    await written;
  }

  async close(): Promise<WrittenFile> {
    await this.#file.close();
    return { path: this.path, size: this.#size, sha256: this.#hash.digest('hex'), crc32: this.#crc32 };
  }

  /** Closes without a result, after a failure. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
  }
}

/** Runs `fill` with a new file; the file is closed whatever happens. */
export async function writeFileWith(
  path: string,
  fill: (sink: FileSink) => Promise<void>,
): Promise<WrittenFile> {
  const sink = await FileSink.create(path);
  try {
    await fill(sink);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  return sink.close();
}
