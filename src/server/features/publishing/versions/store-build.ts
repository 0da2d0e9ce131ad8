import { constants } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import type { StagedBlob } from '#server/platform/blobs/staged-blob.ts';
import { newId } from '#server/platform/ids.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { putBlobs } from '../../storage/put-blobs.ts';
import { ingestBuild } from '../builds/ingest.ts';
import type { ManifestFile, PackedFile } from '../builds/tree.ts';
import { storableFileName } from './file-name.ts';

/** An uploaded file on this machine. */
export interface BuildSource {
  /** Absolute; the file is left where it is. */
  path: string;
  fileName: string;
  size: number;
}

/** A build that was inspected and whose bytes are safe in the store; no row refers to it yet. */
export interface StoredBuild {
  report: BuildReport;
  files: readonly ManifestFile[];
  packedFiles: readonly PackedFile[];
  fileName: string;
  fileSize: number;
  /** Hexadecimal. */
  originalSha256: string;
}

/**
 * Reads, inspects and stores a build. Whatever happens, nothing of it stays in the staging folder.
 * @throws FluxError `build_refused` with what was looked for and found; `storage_full`
 */
export async function storeBuild(context: Context, source: BuildSource): Promise<StoredBuild> {
  const fileName = storableFileName(source.fileName);
  const { staging } = context.folders;
  const staged = await ingestBuild({
    path: source.path,
    fileName,
    stagingFolder: staging,
    sharedLimits: context.sharedLimits,
  });
  const originalPath = join(staging, `original-${newId()}`);
  try {
    // The store takes files over; the upload itself must outlive a crash, so it gets a second name.
    await linkOrCopy(source.path, originalPath);
    await putBlobs(context, [...staged.blobs, originalBlob(staged.original, originalPath)]);
  } finally {
    await rm(originalPath, { force: true });
    await staged.discard();
  }
  return {
    report: staged.report,
    files: staged.files,
    packedFiles: staged.packedFiles,
    fileName,
    fileSize: staged.original.size,
    originalSha256: staged.original.sha256,
  };
}

function originalBlob({ sha256, size }: { sha256: string; size: number }, path: string): StagedBlob {
  return { sha256, size, forms: [{ encoding: 'identity', path, size, storedSha256: sha256 }] };
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'].includes(error.code ?? '')) throw error;
    return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  });
}
