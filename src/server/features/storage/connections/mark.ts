import { text } from 'node:stream/consumers';
import { BlobNotFoundError, type BlobStore } from '#server/platform/blobs/blob-store.ts';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { TestProblem } from './words.ts';

/**
 * The mark names the owning configuration of a bucket. Two servers sharing one would delete each other's files,
 * because each knows only its own; so the first test leaves its mark, and other configurations are refused.
 */
const markKey = 'flux/owner';

/** A mark is an id. A longer file belongs to another application. */
const maxMarkBytes = 100;

/** @returns the id of a configuration, possibly of another server; null without a mark */
export async function readMark(store: BlobStore): Promise<string | null> {
  const found = await store.stat(markKey);
  if (!found) return null;
  if (found.size > maxMarkBytes) return '';
  try {
    return await text(await store.get(markKey));
  } catch (error) {
    if (error instanceof BlobNotFoundError) return null;
    throw error;
  }
}

/**
 * Writes a configuration's mark, unless it exists.
 * @throws TestProblem if another's mark exists
 */
export async function claim(store: BlobStore, configId: string): Promise<void> {
  if (configId === builtinStorageId) return;
  const mark = await readMark(store);
  if (mark === configId) return;
  if (mark !== null) throw foreignMark();
  await writeMark(store, configId);
}

/** @throws TestProblem if another's mark exists */
export async function refuseForeignMark(store: BlobStore, configId: string): Promise<void> {
  if (configId === builtinStorageId) return;
  const mark = await readMark(store);
  if (mark !== null && mark !== configId) throw foreignMark();
}

function foreignMark(): TestProblem {
  return new TestProblem(
    'Another storage configuration, of this Flux or of another one, keeps its files there. Each needs a place of its own. Where that one is gone for good, delete the object flux/owner there.',
  );
}

export async function writeMark(store: BlobStore, configId: string): Promise<void> {
  await store.put(markKey, Buffer.from(configId), configId.length);
}

/** Takes the mark of a configuration off a place that it leaves; another's stays. */
export async function removeMark(store: BlobStore, configId: string): Promise<void> {
  if ((await readMark(store)) === configId) await store.delete(markKey);
}
