import { open } from 'node:fs/promises';
import type { Context } from '#server/context.ts';
import type { ReceivedFile } from '#server/platform/http/input/form.ts';
import { invalidField } from '#shared/contract/errors.ts';
import { buildFileMessages, buildFileProblem, type UploadLimits } from '#shared/versions/build-file.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import type { BuildSource } from './store-build.ts';

/** A file of the request itself, or the id of a finished resumable upload. */
export type BuildInput = { file: BuildSource; uploadId?: undefined } | { file?: undefined; uploadId: string };

/**
 * The build of a request.
 * @throws FluxError `invalid_input` for both kinds, for neither, and for a file that cannot be a build
 */
export function buildInput(
  uploadId: string | undefined,
  file: ReceivedFile | undefined,
  limits: UploadLimits,
): BuildInput {
  if (file && uploadId !== undefined)
    throw invalidField('uploadId', 'Please send either a file or the id of an upload, not both.');
  if (uploadId !== undefined) return { uploadId };
  if (!file || file.size === 0) throw invalidField('build', buildFileMessages.missing);
  refuse('build', { name: file.fileName, type: file.type, size: file.size }, limits);
  return { file };
}

/**
 * Checks a finished upload again: the active storage may allow less than when the upload began.
 * @throws FluxError `invalid_input`
 */
export async function checkUploadedFile(
  context: Context,
  { path, fileName, size }: BuildSource,
): Promise<void> {
  refuse('uploadId', { name: fileName, type: await detectType(path), size }, await readUploadLimits(context));
}

function refuse(
  field: 'build' | 'uploadId',
  file: { name: string; type: string; size: number },
  { maxUploadBytes, allowedExtensions }: UploadLimits,
): void {
  const problem = buildFileProblem(file, maxUploadBytes, allowedExtensions);
  if (problem) throw invalidField(field, problem);
}

/** The type by the first bytes: the type that the browser sent is not stored, and a name need not have an extension. */
async function detectType(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start.startsWith('PK')) return 'application/zip';
    return /^(\xef\xbb\xbf)?\s*</.test(start) ? 'text/html' : 'application/octet-stream';
  } finally {
    await file.close();
  }
}
