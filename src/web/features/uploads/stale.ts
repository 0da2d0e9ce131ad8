import { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { isFolder, type Picked } from './picked-files.ts';

/** A browser reads nothing of a file that was written since it was chosen, nor of one that is gone. */
export function isReadable(bytes: Blob): Promise<boolean> {
  return bytes.arrayBuffer().then(
    () => true,
    () => false,
  );
}

/** Whether anything of what was chosen is not as it was then. */
export async function isStale(picked: Picked): Promise<boolean> {
  const files = isFolder(picked) ? picked.files.map(({ file }) => file) : [picked];
  const readable = await Promise.all(files.map((file) => isReadable(file.slice(0, 1))));
  return readable.includes(false);
}

export function staleProblem(picked: Picked): ApiError {
  const message = isFolder(picked) ? texts.thisFolderChanged : texts.thisFileChanged;
  return new ApiError('invalid_input', message, { fields: { filename: message } });
}
