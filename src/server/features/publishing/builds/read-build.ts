import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { Budget } from './archive/budget.ts';
import { hashFile } from './archive/hash-file.ts';
import { readUpload } from './archive/read-upload.ts';
import { Staging } from './archive/staging.ts';
import type { ReadRequest } from './ingest-messages.ts';
import { inspectTree } from './inspect/inspect.ts';
import type { ManifestFile, PackedFile } from './tree.ts';

export interface ReadBuild {
  report: BuildReport;
  files: ManifestFile[];
  packedFiles: readonly PackedFile[];
  /** Every content of `files`, once. */
  blobs: StagedBlob[];
  original: { sha256: string; size: number };
}

/**
 * Reads and inspects an upload, in the process that may die of it.
 * @throws BuildRefusedError
 */
export async function readBuild(request: ReadRequest): Promise<ReadBuild> {
  const budget = new Budget(request.limits, request.folder);
  const staging = new Staging(request.folder, budget);
  const tree = await readUpload(request.path, request.fileName, staging, budget);
  const { report, files } = await inspectTree(tree);
  const contents = new Set(files.map((file) => file.sha256));
  const blobs = [...staging.blobs.values()].filter((blob) => contents.has(blob.sha256));
  if (blobs.length !== contents.size) throw new Error('The manifest contains files that were not staged.');
  const { packedFiles } = tree;
  return { report, files, packedFiles, blobs, original: await hashFile(request.path) };
}
