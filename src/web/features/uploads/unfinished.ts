import type { Upload, UploadState } from '#shared/versions/uploads.ts';

export interface Unfinished extends Upload {
  /** Started in this browser, which can recognize a chosen file. */
  here: boolean;
}

/** The Web Lock of a tab that sends an upload, until it is published. */
export function uploadLockName(uploadId: string): string {
  return `flux-upload-${uploadId}`;
}

/**
 * The state of an upload. For uploads of this browser, locks tell whether a tab still works on it: the server
 * does not notice a closed tab or a broken connection.
 * @param held the locks of all tabs; null if the browser has none
 */
export function uploadState(
  { id, state, offset, size }: Upload,
  here: boolean,
  held: ReadonlySet<string> | null,
): UploadState {
  if (!here || held === null || state === 'checking') return state;
  if (!held.has(uploadLockName(id))) return 'waiting';
  return offset === size ? 'checking' : 'sending';
}

/** Whether an upload may be resumed for this target. The target of some is unknown. */
export function canResumeFor({ target }: Pick<Upload, 'target'>, wanted: string): boolean {
  return target === null || target === wanted;
}
