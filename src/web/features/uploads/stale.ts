import { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { isFolder, type Picked } from './picked-files.ts';

/** Browsers cannot read a file that was modified or deleted after it was chosen. */
export function isReadable(bytes: Blob): Promise<boolean> {
  return bytes.arrayBuffer().then(
    () => true,
    () => false,
  );
}

/** Whether any chosen file was modified or deleted. */
export async function isStale(picked: Picked): Promise<boolean> {
  const files = isFolder(picked) ? picked.files.map(({ file }) => file) : [picked];
  const readable = await Promise.all(files.map((file) => isReadable(file.slice(0, 1))));
  return readable.includes(false);
}

export function staleProblem(picked: Picked): ApiError {
  const message = isFolder(picked) ? texts.thisFolderChanged : texts.thisFileChanged;
  return new ApiError('invalid_input', message, { fields: { filename: message } });
}
