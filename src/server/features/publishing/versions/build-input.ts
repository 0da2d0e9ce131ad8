import type { ReceivedFile } from '#server/platform/http/input/form.ts';
import { invalidField } from '#shared/contract/errors.ts';
import { buildFileMessages, buildFileProblem, type UploadLimits } from '#shared/versions/build-file.ts';
import type { GivenBuild } from './publisher.ts';

/**
 * The build that a request brings: a file of the form itself, or the id of an upload.
 * @throws FluxError `invalid_input` for both, neither, or a file that cannot be a build
 */
export function buildInput(
  uploadId: string | undefined,
  file: ReceivedFile | undefined,
  limits: UploadLimits,
): GivenBuild {
  if (file && uploadId !== undefined)
    throw invalidField('uploadId', 'Please send either a file or the id of an upload, not both.');
  if (uploadId !== undefined) return { uploadId };
  if (!file || file.size === 0) throw invalidField('build', buildFileMessages.missing);
  const { maxUploadBytes, allowedExtensions } = limits;
  const asked = { name: file.fileName, type: file.type, size: file.size };
  const problem = buildFileProblem(asked, maxUploadBytes, allowedExtensions);
  if (problem) throw invalidField('build', problem);
  return { file };
}
