import { maxBuildFiles } from '#shared/versions/build-file.ts';

/** The limits of reading one upload. Times are seconds, sizes bytes. */
export interface IngestLimits {
  /** Entries of the archive. */
  maxEntries: number;
  /** All decompressed bytes, including Unity's own compression. */
  maxTotalBytes: number;
  /** Decompressed bytes of one file. */
  maxFileBytes: number;
  /** Decompressed bytes of one file per compressed byte, beyond `ratioFreeBytes`. */
  maxRatio: number;
  ratioFreeBytes: number;
  maxCpuSeconds: number;
  maxSeconds: number;
}

export const defaultIngestLimits: IngestLimits = {
  maxEntries: maxBuildFiles,
  maxTotalBytes: 1024 ** 3,
  maxFileBytes: 512 * 1024 ** 2,
  maxRatio: 200,
  ratioFreeBytes: 10 * 1024 ** 2,
  maxCpuSeconds: 60,
  maxSeconds: 180,
};

/** Longest path and path segment, in UTF-8 bytes, and most segments. */
export const nameLimits = { pathBytes: 1024, segmentBytes: 255, depth: 32 } as const;
