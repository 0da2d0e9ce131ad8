import type { ContentEncoding } from '#shared/versions/versions.ts';

/** One form of a blob as a finished file of this machine, not yet in the store. */
export interface StagedForm {
  encoding: ContentEncoding;
  /** Absolute. */
  path: string;
  /** Encoded bytes. */
  size: number;
  /** sha256 of the encoded bytes, hexadecimal. */
  storedSha256: string;
}

/** Bytes on their way into the store, named by their decompressed content. Always with its `identity` form. */
export interface StagedBlob {
  /** sha256 of the decompressed content, hexadecimal. */
  sha256: string;
  /** Decompressed bytes. */
  size: number;
  forms: StagedForm[];
}
