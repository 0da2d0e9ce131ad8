import { buildFileMessages, buildFileProblem } from '#shared/build-file.ts';
import { FluxError } from '#shared/errors.ts';
import type { ReceivedFile } from '../../platform/http/form.ts';
import type { GivenBuild } from './publisher.ts';

/**
 * The build that a request brings: a file of the form itself, or the id of an upload.
 * @throws FluxError `invalid_input` for both, neither, or a file that cannot be a build
 */
export function givenBuild(
  uploadId: string | undefined,
  file: ReceivedFile | undefined,
  maxBytes: number,
): GivenBuild {
  if (file && uploadId !== undefined)
    throw invalid('uploadId', 'Please send either a file or the id of an upload, not both.');
  if (uploadId !== undefined) return { uploadId };
  if (!file || file.size === 0) throw invalid('build', buildFileMessages.missing);
  const problem = buildFileProblem({ name: file.fileName, type: file.type, size: file.size }, maxBytes);
  if (problem) throw invalid('build', problem);
  return { file };
}

/** One field's own sentence. */
export function invalid(field: string, message: string): FluxError {
  return new FluxError('invalid_input', message, { fields: { [field]: message } });
}
