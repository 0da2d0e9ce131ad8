import type { ZipMethod } from '#shared/zip-headers.ts';

/** One file of what was chosen, after it was read once. */
export interface ListedFile {
  path: string;
  /** Date and time of MS-DOS, as in a zip. */
  time: number;
  /** Bytes of the file. */
  size: number;
  crc32: number;
  /** As an upload of changes names it (`#shared/changes.ts`). */
  sha256: string;
  gzipTime: number | null;
  /** Where it lies in the chosen zip; null for a file of a folder. */
  packed: { method: ZipMethod; start: number; size: number } | null;
}

/** The bytes of a file as they are sent. */
export interface PackedBytes {
  method: ZipMethod;
  bytes: Blob;
}
