import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import type { IngestLimits } from './archive/limits.ts';
import type { ManifestFile, PackedFile } from './tree.ts';

/** The request to the child process, sent once. */
export interface ReadRequest {
  path: string;
  fileName: string;
  /** An empty folder for this upload; all created files are directly in it. */
  folder: string;
  limits: IngestLimits;
}

/** The responses of the child process. Lists are split so that no message blocks the server. */
export type ReadMessage =
  /** The process has started and has its request: from now on, its exit is blamed on the upload. */
  | { kind: 'begun' }
  | { kind: 'files'; files: ManifestFile[] }
  | { kind: 'packed'; files: PackedFile[] }
  | { kind: 'blobs'; blobs: StagedBlob[] }
  | { kind: 'done'; report: BuildReport; original: { sha256: string; size: number } }
  | { kind: 'refused'; message: string; details: string[] }
  | { kind: 'storage_full' }
  | { kind: 'failed'; error: string };

/** How many items one message carries. */
export const itemsPerMessage = 500;
