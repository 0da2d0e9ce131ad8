import { readSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/**
 * Lets yauzl read headers synchronously: a zip of thousands of files needs tens of thousands of reads. Errors in its
 * callbacks also reach the caller this way.
 */
export class ZipReader extends RandomAccessReader {
  readonly #file: number;

  /** @param file a descriptor, which stays open */
  constructor(file: number) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    let done = 0;
    try {
      for (let bytesRead = -1; bytesRead !== 0 && done < length; done += bytesRead) {
        bytesRead = readSync(this.#file, buffer, offset + done, length - done, position + done);
      }
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    callback(null, done);
  }

  /** `read-entry.ts` reads file data, never yauzl. */
  override _readStreamForRange(): Readable {
    return new PassThrough().end();
  }
}
