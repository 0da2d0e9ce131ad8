import { formatSize } from '#shared/build-file.ts';
import { BuildRefusedError } from '../tree.ts';
import type { IngestLimits } from './limits.ts';
import { showName } from './show-name.ts';

const timeCheckMilliseconds = 50;

/** Counts what reading an upload has cost so far and refuses it when it costs too much. */
export class Budget {
  readonly limits: IngestLimits;
  readonly #startedAt = performance.now();
  readonly #cpuAtStart = process.cpuUsage();
  #totalBytes = 0;
  #checkedTimeAt = Number.NEGATIVE_INFINITY;

  constructor(limits: IngestLimits) {
    this.limits = limits;
  }

  /**
   * A counter for the decompressed bytes of one file; call it with the length of each piece before the piece is kept.
   * @throws BuildRefusedError
   */
  meter(path: string, compressedBytes: number): (bytes: number) => void {
    let fileBytes = 0;
    return (bytes) => {
      fileBytes += bytes;
      this.#totalBytes += bytes;
      this.checkFile(path, fileBytes, compressedBytes);
      this.checkTotal(this.#totalBytes);
      this.#checkTime();
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

  #checkTime(): void {
    const now = performance.now();
    // Asking for the CPU time is slow, compared with reading a small file.
    if (now - this.#checkedTimeAt < timeCheckMilliseconds) return;
    this.#checkedTimeAt = now;
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    const tooMuchCpu = user + system > this.limits.maxCpuSeconds * 1e6;
    if (tooMuchCpu || now - this.#startedAt > this.limits.maxSeconds * 1000) {
      throw new BuildRefusedError('Reading this build took too long.', [
        'Please make the zip again with ordinary compression. If it happens again, make the build smaller.',
      ]);
    }
  }
}
