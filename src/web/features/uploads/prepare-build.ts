import { ApiError } from '../../api.ts';
import { raceAbort } from '../../lib/page/race-abort.ts';
import type { Prepared } from './partial-upload/prepare.ts';
import { isFolder, type Picked } from './picked-files.ts';
import { percentOf } from './speed.ts';
import { isStale, staleProblem } from './stale.ts';

/** Why what was chosen is read: to find what changed, or to make a zip of a folder. */
export type ReadingPurpose = 'comparing' | 'zipping';

interface PrepareOptions {
  /** The application whose versions have some of it already; null where all of it is sent. */
  appId: string | null;
  /** The sentence to show for a file that may not be uploaded. */
  problemOf: (file: File) => string | null;
  /** Percent; null where it is not known. */
  onReading: (purpose: ReadingPurpose, percent: number | null) => void;
  signal: AbortSignal;
}

/**
 * Makes what is sent of what was chosen: only what changed, where that is known.
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
  // They come with the first build that is read.
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
