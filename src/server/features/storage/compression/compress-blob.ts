import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ContentEncoding } from '#shared/versions.ts';
import type { Context } from '../../../context.ts';
import { announce } from '../../../platform/db/changes.ts';
import { SessionLocks } from '../../../platform/db/session-locks.ts';
import type { Tables } from '../../../schema.ts';
import { requireSamePlace } from '../connections/same-place.ts';
import { blobKey } from '../keys.ts';
import { type BlobForm, findForms } from '../read.ts';
import {
  type CompressionState,
  findBlob,
  insertEncodings,
  lockBlob,
  setCompression,
  touchBlob,
} from '../store.ts';
import { isCompressedMedia, sniffBytes } from './compressed-media.ts';
import type { Compressor } from './compressor.ts';
import type { CompressionRequest } from './compressor-child.ts';
import type { Places } from './places.ts';

export type Effort = Exclude<CompressionState, 'none'>;

/** Brotli 11 takes about 1.6 seconds a megabyte; beyond this the quick forms have to do. */
const bestBytesLimit = 256 * 1_048_576;

/**
 * Adds the forms of one effort to a blob: `quick` gzip 6 and zstd 12, `best` brotli 11. A form is kept only
 * if it is clearly smaller than what its readers would get without it, and only after it was decoded and
 * compared. What was tried is remembered with the blob, so that nothing is compressed twice; several
 * servers keep out of each other's way by a lock.
 */
export async function compressBlob(
  context: Context,
  tools: Tools,
  sha256: string,
  effort: Effort,
): Promise<void> {
  const locks = new SessionLocks(context.pool, (error) =>
    context.log.warn({ err: error }, 'compression lock lost'),
  );
  const lock = await locks.tryLock(`compress ${sha256}`);
  if (!lock) return;
  try {
    await compressLocked(context, tools, sha256, effort);
  } finally {
    await lock.release();
  }
}

async function compressLocked(context: Context, tools: Tools, sha256: string, effort: Effort): Promise<void> {
  const blob = await findBlob(context.db, Buffer.from(sha256, 'hex'));
  if (!blob || blob.compression === effort || blob.compression === 'best') return;
  const identity = await findIdentity(context, sha256);
  const quick = blob.compression === 'none' ? quickEncodings : [];
  const encodings = effort === 'best' ? [...quick, 'br' as const] : quick;
  const folder = await mkdtemp(join(context.folders.staging, 'compress-'));
  try {
    if (identity) await addForms(context, tools, { sha256, encodings, folder, identity });
    await setCompression(context.db, blob.sha256, effort);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of one job. */
interface Tools {
  compressor: Compressor;
  places: Places;
}

const quickEncodings = ['gzip', 'zstd'] as const;

interface Task {
  sha256: string;
  encodings: readonly CompressionRequest['encoding'][];
  folder: string;
  identity: BlobForm;
}

async function addForms(context: Context, { compressor, places }: Tools, task: Task): Promise<void> {
  const { identity, folder } = task;
  // To compress for a place that does not answer is work for nothing.
  await places.active();
  const store = await places.of(identity.storageId);
  const local = store.localPath(identity.key);
  const source = local ?? join(folder, 'identity');
  if (!local)
    await places.asking(identity.storageId, async () =>
      pipeline(await store.get(identity.key), createWriteStream(source)),
    );
  if (isCompressedMedia(await firstBytes(source))) return;
  for (const encoding of task.encodings) {
    const forms = (await findForms(context, [Buffer.from(task.sha256, 'hex')])).get(task.sha256) ?? [];
    if (!isWorthTrying(encoding, forms, identity.size)) continue;
    const output = join(folder, encoding);
    const made = await compressor.compress({
      encoding,
      source,
      output,
      size: identity.size,
      sha256: task.sha256,
    });
    if (isClearlySmaller(made.size, encoding, forms))
      await addForm(context, places, task.sha256, encoding, output, made);
    else await rm(output);
  }
}

function isWorthTrying(encoding: ContentEncoding, forms: readonly BlobForm[], size: number): boolean {
  const has = (other: ContentEncoding) => forms.some((form) => form.encoding === other);
  // Whoever reads zstd reads brotli too, and Unity's own brotli is of the highest quality.
  if (has(encoding) || has('br')) return encoding === 'gzip' && !has('gzip');
  if (encoding !== 'br') return true;
  // What the quick ones could not make smaller is not worth half a minute.
  return size <= bestBytesLimit && (has('gzip') || has('zstd'));
}

/** gzip is for those who read nothing better, so it competes with the plain form alone. */
function isClearlySmaller(size: number, encoding: ContentEncoding, forms: readonly BlobForm[]): boolean {
  const rivals = forms.filter((form) => encoding !== 'gzip' || form.encoding === 'identity');
  const best = Math.min(...rivals.map((form) => form.size));
  return size + 16 < best * 0.98;
}

/** The bytes are durable before the row speaks of them, and the blob cannot be swept meanwhile. */
async function addForm(
  context: Context,
  places: Places,
  sha256: string,
  encoding: ContentEncoding,
  path: string,
  made: { size: number; storedSha256: string },
): Promise<void> {
  const key = blobKey(sha256, encoding, made.storedSha256);
  const hash = Buffer.from(sha256, 'hex');
  const place = await places.active();
  const { storageId, store } = place;
  // What is left there of an earlier try is not taken away by a sweeper while it is written anew.
  await touchBlob(context.db, hash, context.clock.now());
  const form = { storedSha256: made.storedSha256, size: made.size };
  if (store.kind !== 'local' && (await isPlayedHere(context, hash))) await context.cache.give(form, path);
  await places.asking(storageId, () => store.putFile(key, path));
  await context.db.transaction().execute(async (trx) => {
    if (!(await lockBlob(trx, hash))) return;
    await requireSamePlace(trx, place);
    const stored = Buffer.from(made.storedSha256, 'hex');
    const row = { encoding, size: made.size, stored_sha256: stored, key, storage_id: storageId };
    await insertEncodings(trx, [{ sha256: hash, ...row }], context.clock.now());
    await announce<Tables>(trx, { kind: 'blob', id: sha256 });
  });
}

/**
 * Whether another form of it is in the cache: who played by that one goes on with the new one, also where the store goes
 * away at this very moment.
 */
async function isPlayedHere(context: Context, sha256: Buffer): Promise<boolean> {
  const forms = (await findForms(context, [sha256])).get(sha256.toString('hex')) ?? [];
  for (const form of forms) if (await context.cache.has(form)) return true;
  return false;
}

async function findIdentity(context: Context, sha256: string): Promise<BlobForm | undefined> {
  const forms = await findForms(context, [Buffer.from(sha256, 'hex')]);
  return forms.get(sha256)?.find((form) => form.encoding === 'identity');
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
