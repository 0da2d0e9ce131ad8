import type { Upload, UploadState } from '#shared/versions/uploads.ts';

export interface Unfinished extends Upload {
  /** Begun in this browser, which can tell whether a chosen file is the same one. */
  here: boolean;
}

/** What a tab holds among those of its browser while it sends an upload, and until that is published. */
export function lockOf(uploadId: string): string {
  return `flux-upload-${uploadId}`;
}

/**
 * What is done with an upload. Of one that was begun here the browser itself knows whether a tab still works on it: the
 * server hears nothing of a tab that was closed, nor of one whose line is down.
 * @param held the names that tabs hold; null where the browser cannot tell
 */
export function stateOf(
  { id, state, offset, size }: Upload,
  here: boolean,
  held: ReadonlySet<string> | null,
): UploadState {
  if (!here || held === null || state === 'checking') return state;
  if (!held.has(lockOf(id))) return 'waiting';
  return offset === size ? 'checking' : 'sending';
}

/** Whether an upload may be gone on with as this. Of some it is not known what they were begun for. */
export function isFor({ target }: Pick<Upload, 'target'>, wanted: string): boolean {
  return target === null || target === wanted;
}
