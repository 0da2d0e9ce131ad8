import { ApiError } from '../../api.ts';
import { raceAbort } from '../../lib/page/race-abort.ts';
import type { Prepared } from './partial-upload/prepare.ts';
import { isFolder, type Picked } from './picked-files.ts';
import { percentOf } from './speed.ts';
import { isStale, staleProblem } from './stale.ts';

/** Why the build is read: to find changes, or to zip a folder. */
export type ReadingPurpose = 'comparing' | 'zipping';

interface PrepareOptions {
  /** The application whose versions contain some of the files; null if everything is sent. */
  appId: string | null;
  /** The message for a file that may not be uploaded. */
  problemOf: (file: File) => string | null;
  /** Percent; null if unknown. */
  onReading: (purpose: ReadingPurpose, percent: number | null) => void;
  signal: AbortSignal;
}

/**
 * Prepares the upload from the chosen build: only the changes, if they are known.
 * @throws ApiError; the signal's reason
 */
export async function prepareBuild(picked: Picked, options: PrepareOptions): Promise<Prepared> {
  const { signal } = options;
  try {
    if (!isFolder(picked) && (await raceAbort(signal, isStale(picked)))) throw staleProblem(picked);
    return await prepare(picked, options);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError || !(await raceAbort(signal, isStale(picked)))) throw error;
    throw staleProblem(picked);
  }
}

async function prepare(
  picked: Picked,
  { appId, problemOf, onReading, signal }: PrepareOptions,
): Promise<Prepared> {
  if (appId === null && !isFolder(picked)) return { file: picked, fingerprint: '', changed: null };
  const reader = (purpose: ReadingPurpose) => {
    onReading(purpose, null);
    const onProgress = (done: number, total: number) => onReading(purpose, percentOf(done, total));
    return { signal, onProgress };
  };
  const first = reader(appId === null ? 'zipping' : 'comparing');
  // Loaded with the first build.
  const { preparePartialUpload, prepareFullUpload } = await raceAbort(
    signal,
    import('./partial-upload/prepare.ts'),
  );
  const changes = appId === null ? null : await preparePartialUpload(picked, appId, first);
  if (changes) return changes;
  if (!isFolder(picked)) return { file: picked, fingerprint: '', changed: null };
  const whole = await prepareFullUpload(picked, reader('zipping'));
  const tooLarge = problemOf(whole.file);
  if (tooLarge) throw new ApiError('too_large', tooLarge);
  return whole;
}
