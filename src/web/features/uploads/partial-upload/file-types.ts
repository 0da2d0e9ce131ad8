import type { ZipMethod } from '#shared/files/zip-headers.ts';

/** A file of the build, after the first read. */
export interface ListedFile {
  path: string;
  /** MS-DOS date and time, as in a zip. */
  time: number;
  /** Size in bytes. */
  size: number;
  crc32: number;
  /** Identifies the file in a partial upload (`#shared/versions/changes.ts`). */
  sha256: string;
  gzipTime: number | null;
  /** Position in the zip; null for a file of a folder. */
  packed: { method: ZipMethod; start: number; size: number } | null;
}

/** The bytes of a file in the upload. */
export interface PackedBytes {
  method: ZipMethod;
  bytes: Blob;
}
