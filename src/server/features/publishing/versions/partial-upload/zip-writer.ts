import type { FileHandle } from 'node:fs/promises';
import { directoryEntry, endRecord, localHeader, type ZipFile } from '#shared/files/zip-headers.ts';
import { unusableUpload } from './errors.ts';

/** Writes a zip into an empty file, whose files come packed. */
export class ZipWriter {
  readonly #handle: FileHandle;
  readonly #maxBytes: number;
  readonly #directory: Uint8Array[] = [];
  #position = 0;

  /** @param maxBytes how long the zip may become */
  constructor(handle: FileHandle, maxBytes: number) {
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param packed its bytes as they are to lie in the zip
   * @param describe says what they are, once they have been read
   * @throws FluxError `changes_unusable` where the zip becomes too long
   */
  async add(
    name: Uint8Array,
    packed: AsyncIterable<Buffer>,
    describe: (packedSize: number) => Omit<ZipFile, 'name' | 'packedSize'>,
  ): Promise<void> {
    const start = this.#position;
    const draft = localHeader({ name, time: 0, crc32: 0, size: 0, method: 0, packedSize: 0 });
    this.#position += draft.length;
    let packedSize = 0;
    for await (const piece of packed) {
      packedSize += piece.length;
      await this.#write(piece);
    }
    const file = { ...describe(packedSize), name, packedSize };
    await writeAll(this.#handle, localHeader(file), start);
    this.#directory.push(directoryEntry(file, start));
  }

  /** @returns bytes of the whole zip */
  async finish(): Promise<number> {
    const offset = this.#position;
    const directory = Buffer.concat(this.#directory);
    await this.#write(directory);
    await this.#write(endRecord({ files: this.#directory.length, offset, bytes: directory.length }));
    return this.#position;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#position + bytes.length > this.#maxBytes)
      throw unusableUpload('The whole build is larger than what may be uploaded.');
    await writeAll(this.#handle, bytes, this.#position);
    this.#position += bytes.length;
  }
}

/** A write may be short when the disk is nearly full; the next one then tells the reason. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
