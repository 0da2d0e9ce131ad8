import { findKnownFiles } from '#shared/versions/changes.ts';
import { call } from '#web/api.ts';
import type { Picked, PickedFolder } from '../picked-files.ts';
import { buildPartialUpload, buildZip } from './build-body.ts';
import type { ListedFile } from './file-types.ts';
import { fingerprintOfFolder, fingerprintOfText } from './fingerprint.ts';
import { runTask, type TaskOptions } from './run-task.ts';

/** Files that a partial upload sends, of all files and bytes of the build. */
export interface Changed {
  files: number;
  ofFiles: number;
  ofBytes: number;
}

/** The body of an upload. */
export interface Prepared {
  file: File;
  /** Identifies the content, so that an interrupted upload can resume. */
  fingerprint: string;
  /** Null for a full upload. */
  changed: Changed | null;
}

/** The minimum saving, as a share, for a partial upload. */
const leastSaved = 0.05;

/**
 * Prepares an upload without the files that earlier versions of the application contain. Returns null if a full upload is
 * better: it would save too little, the zip is unusual, or the server or the browser cannot compare.
 * @throws the signal's reason
 */
export async function preparePartialUpload(
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
    const knownIndexes = new Set(known);
    const missing = listed.flatMap((_, index) => (knownIndexes.has(index) ? [] : [index]));
    if (bytesOf(listed, missing) > bytesOf(listed, [...listed.keys()]) * (1 - leastSaved)) return null;
    const packed = await runTask({ kind: 'pack', picked, listed, missing }, options);
    const places = new Map(missing.map((index, place) => [index, place]));
    const { parts, list } = buildPartialUpload(
      listed.map((file, index) => ({ file, packed: packed[places.get(index) ?? -1] ?? null })),
    );
    const changed = { files: missing.length, ofFiles: listed.length, ofBytes: picked.size };
    return { file: fileOf(picked, parts), fingerprint: fingerprintOfText(list), changed };
  } catch {
    options.signal.throwIfAborted();
    // A full upload reports the problem, or succeeds.
    return null;
  }
}

/**
 * Zips a folder.
 * @throws Error if a file of the folder cannot be read; the signal's reason
 */
export async function prepareFullUpload(picked: PickedFolder, options: TaskOptions): Promise<Prepared> {
  const listed = await runTask({ kind: 'list', picked }, options);
  if (!listed) throw new Error('A folder can always be listed.');
  const packed = await runTask({ kind: 'pack', picked, listed, missing: [...listed.keys()] }, options);
  const framed = listed.flatMap((file, index) => {
    const bytes = packed[index];
    return bytes ? [{ file, packed: bytes }] : [];
  });
  return { file: fileOf(picked, buildZip(framed)), fingerprint: fingerprintOfFolder(listed), changed: null };
}

/** Compressed size in the build. */
function bytesOf(listed: readonly ListedFile[], places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (listed[place]?.packed?.size ?? listed[place]?.size ?? 0), 0);
}

function fileOf(picked: Picked, parts: BlobPart[]): File {
  return new File(parts, picked.name, { type: 'application/zip', lastModified: 0 });
}
