import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import type { IngestLimits } from './archive/limits.ts';
import type { ManifestFile, PackedFile } from './tree.ts';

/** What the reading process is told, once. */
export interface ReadRequest {
  path: string;
  fileName: string;
  /** Empty, and its own; every file that it makes lies directly in it. */
  folder: string;
  limits: IngestLimits;
}

/** What the reading process says. Lists come in pieces so that no message holds up the server. */
export type ReadMessage =
  /** It is whole and has been told what to read: from here on, its end is about the upload. */
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
