import { findKnownFiles } from '#shared/changes.ts';
import { call } from '../../../api.ts';
import type { Picked, PickedFolder } from '../picked-files.ts';
import { fingerprintOfFolder, fingerprintOfText } from './fingerprint.ts';
import { changesOf, zipOf } from './frame.ts';
import type { ListedFile } from './listed.ts';
import { runTask, type TaskOptions } from './run-task.ts';

/** How many files an upload of changes sends, and bytes of all that was chosen. */
export interface Changed {
  files: number;
  ofFiles: number;
  ofBytes: number;
}

/** What is sent of what was chosen. */
export interface Prepared {
  file: File;
  /** Tells it from whatever else is sent under that name. */
  fingerprint: string;
  /** Null where it is all of it. */
  changed: Changed | null;
}

/** Less is not worth a list of what the rest is. */
const leastSaved = 0.05;

/**
 * Leaves out of an upload what the versions of an application have. Null where it is better sent whole: nothing of it is
 * there, it is no usual zip, or the server or the browser cannot tell.
 * @throws the signal's reason
 */
export async function prepareChanges(
  picked: Picked,
  appId: string,
  options: TaskOptions,
): Promise<Prepared | null> {
  try {
    if (!/\.zip$/i.test(picked.name)) return null;
    const listed = await runTask({ kind: 'list', picked }, options);
    if (!listed) return null;
    const sha256s = listed.map(({ sha256 }) => sha256);
    const { known } = await call(findKnownFiles, {
      params: { id: appId },
      body: { sha256s },
      signal: options.signal,
    });
    options.signal.throwIfAborted();
    const isKnown = new Set(known);
    const wanted = listed.flatMap((_, index) => (isKnown.has(index) ? [] : [index]));
    if (bytesOf(listed, wanted) > bytesOf(listed, [...listed.keys()]) * (1 - leastSaved)) return null;
    const packed = await runTask({ kind: 'pack', picked, listed, wanted }, options);
    const places = new Map(wanted.map((index, place) => [index, place]));
    const { parts, list } = changesOf(
      listed.map((file, index) => ({ file, packed: packed[places.get(index) ?? -1] ?? null })),
    );
    const changed = { files: wanted.length, ofFiles: listed.length, ofBytes: picked.size };
    return { file: fileOf(picked, parts), fingerprint: fingerprintOfText(list), changed };
  } catch {
    options.signal.throwIfAborted();
    // Whatever it was, the server says it of the whole, or takes that.
    return null;
  }
}

/**
 * All of a folder, as a zip.
 * @throws Error where a file of the folder cannot be read; the signal's reason
 */
export async function prepareWhole(picked: PickedFolder, options: TaskOptions): Promise<Prepared> {
  const listed = await runTask({ kind: 'list', picked }, options);
  if (!listed) throw new Error('A folder can always be listed.');
  const packed = await runTask({ kind: 'pack', picked, listed, wanted: [...listed.keys()] }, options);
  const framed = listed.flatMap((file, index) => {
    const bytes = packed[index];
    return bytes ? [{ file, packed: bytes }] : [];
  });
  return { file: fileOf(picked, zipOf(framed)), fingerprint: fingerprintOfFolder(listed), changed: null };
}

/** As they lie in what was chosen. */
function bytesOf(listed: readonly ListedFile[], places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (listed[place]?.packed?.size ?? listed[place]?.size ?? 0), 0);
}

function fileOf(picked: Picked, parts: BlobPart[]): File {
  return new File(parts, picked.name, { type: 'application/zip', lastModified: 0 });
}
