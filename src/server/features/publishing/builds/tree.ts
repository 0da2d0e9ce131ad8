import type { ZipMethod } from '#shared/files/zip-headers.ts';
import type { BuildReport, BuildWarning, DroppedFiles, FileRole } from '#shared/versions/versions.ts';

/** The stored compression of a file, by its bytes, never by its name alone. */
export type StoredEncoding = 'identity' | 'gzip' | 'br';

/** One file of an uploaded build after the archive was read and Unity's own compression was undone. */
export interface TreeFile {
  /** With `/`, NFC, without a leading slash; safe (`features/publishing/builds/archive/names.ts`). Not yet stripped of a top folder. */
  path: string;
  /** Decompressed bytes. */
  size: number;
  /** sha256 of the decompressed content, hexadecimal. */
  sha256: string;
  /** Bytes as they lay in the archive, after the archive's own compression was undone. */
  storedSize: number;
  storedEncoding: StoredEncoding;
  /** The compression that the file is marked with or named by, where its bytes do not decompress. */
  undecodable?: Exclude<StoredEncoding, 'identity'>;
  /** Whether it is the text that Git LFS leaves in place of a file. */
  isLfsPointer?: true;
  /** Decompressed content from `start`, at most `length` bytes. */
  read(start: number, length: number): Promise<Buffer>;
}

/** The position of a file in its uploaded zip. */
export interface PackedFile {
  /**
   * SHA-256 of the file in the archive, of a gzip file with its time set to 0 (`#shared/files/gzip-time.ts`);
   * hexadecimal.
   */
  sha256: string;
  /** Bytes of the file. */
  size: number;
  crc32: number;
  method: ZipMethod;
  /** Where its packed bytes begin in the zip, and how many they are. */
  dataStart: number;
  packedSize: number;
  /** The modification time in a gzip header; null for other files. */
  gzipTime: number | null;
}

export interface BuildTree {
  files: readonly TreeFile[];
  /** Each content once; empty where the upload is no zip, or one in another. */
  packedFiles: readonly PackedFile[];
  /** Junk that was left out while reading, such as `__MACOSX/`. */
  dropped: readonly DroppedFiles[];
  /** What the reading of the archive noticed, such as names that were not UTF-8. */
  warnings: readonly BuildWarning[];
}

/** One file of a published version, as delivery uses it. */
export interface ManifestFile {
  /** The path on the app's origin, without a leading slash. */
  path: string;
  /** sha256 of the decompressed content, hexadecimal. */
  sha256: string;
  size: number;
  /** A complete Content-Type. */
  contentType: string;
  role: FileRole | null;
  /** Whether it may be answered with a Content-Encoding; a creator's own `.gz` never is. */
  encodable: boolean;
  /** Whether it is an alias of a file with its own entry. Delivery ignores this, counts do not. */
  isAlias?: true;
}

export interface Inspection {
  report: BuildReport;
  /** Every served file, with aliases (case variants of a link) as entries. */
  files: ManifestFile[];
}

/** Why a build cannot be published, in a sentence for its creator. */
export class BuildRefusedError extends Error {
  /** The searched files, the found files and the solution: one line each. */
  readonly details: string[];

  constructor(message: string, details: string[] = []) {
    super(message);
    this.name = 'BuildRefusedError';
    this.details = details;
  }
}
