import { maxBuildFiles } from '#shared/versions/build-file.ts';

/** What reading one upload may cost. Times are seconds, sizes bytes. */
export interface IngestLimits {
  /** Files and folders that the archive may list. */
  maxEntries: number;
  /** All bytes that decompression may produce, those of Unity's own compression included. */
  maxTotalBytes: number;
  /** Decompressed bytes of one file. */
  maxFileBytes: number;
  /** Decompressed bytes of one file for each of its compressed bytes, once `ratioFreeBytes` are out. */
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
