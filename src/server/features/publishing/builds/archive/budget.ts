import { requireReserve } from '#server/platform/files/disk.ts';
import { formatSize } from '#shared/versions/build-file.ts';
import { BuildRefusedError } from '../tree.ts';
import type { IngestLimits } from './limits.ts';
import { showName } from './show-name.ts';

const checkMilliseconds = 50;

/** Counts the cost of reading an upload and refuses it beyond the limits. */
export class Budget {
  readonly limits: IngestLimits;
  readonly #folder: string;
  readonly #startedAt = performance.now();
  readonly #cpuAtStart = process.cpuUsage();
  #totalBytes = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** @param folder on the disk that is written to, which one upload must not fill */
  constructor(limits: IngestLimits, folder: string) {
    this.limits = limits;
    this.#folder = folder;
  }

  /**
   * A counter for the decompressed bytes of one file; call it with the length of each piece before the piece is kept.
   * @throws BuildRefusedError, and Error with the code ENOSPC where the disk is nearly full
   */
  meter(path: string, compressedBytes: number): (bytes: number) => void {
    let fileBytes = 0;
    return (bytes) => {
      fileBytes += bytes;
      this.#totalBytes += bytes;
      this.checkFile(path, fileBytes, compressedBytes);
      this.checkTotal(this.#totalBytes);
      this.#checkNowAndThen();
    };
  }

  checkFile(path: string, bytes: number, compressedBytes: number): void {
    const { maxFileBytes, maxRatio, ratioFreeBytes } = this.limits;
    if (bytes > maxFileBytes) {
      throw new BuildRefusedError(`A file in this build is larger than ${formatSize(maxFileBytes)}.`, [
        `${showName(path)} is too large. Make it smaller or split it.`,
      ]);
    }
    if (bytes > ratioFreeBytes && bytes > compressedBytes * maxRatio) {
      throw new BuildRefusedError('A file in this build grows suspiciously when it is decompressed.', [
        `${showName(path)} grows to more than ${maxRatio} times its compressed size, which no real build does.`,
      ]);
    }
  }

  checkTotal(bytes: number): void {
    if (bytes > this.limits.maxTotalBytes) {
      throw new BuildRefusedError(
        `Decompressed, this build is larger than ${formatSize(this.limits.maxTotalBytes)}.`,
        ['Leave out files that the game does not need, or load large ones from elsewhere.'],
      );
    }
  }

  #checkNowAndThen(): void {
    const now = performance.now();
    // Querying the system is slow, compared with reading a small file.
    if (now - this.#checkedAt < checkMilliseconds) return;
    this.#checkedAt = now;
    requireReserve(this.#folder);
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    const tooMuchCpu = user + system > this.limits.maxCpuSeconds * 1e6;
    if (tooMuchCpu || now - this.#startedAt > this.limits.maxSeconds * 1000) {
      throw new BuildRefusedError('Reading this build took too long.', [
        'Please make the zip again with ordinary compression. If it happens again, make the build smaller.',
      ]);
    }
  }
}
