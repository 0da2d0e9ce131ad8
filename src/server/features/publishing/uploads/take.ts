import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { lifetimeMs } from './create.ts';
import { bytesReceived, removeFile, uploadPath } from './files.ts';
import {
  deleteUnpublished,
  findUpload,
  holdUpload,
  type PublishedAs,
  publishUpload,
  type UploadRow,
} from './store.ts';

export interface TakenUpload {
  id: string;
  /** The whole file, absolute. Once it was published, the file may be gone. */
  path: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Whether it contains only files that earlier versions of an application lack. */
  isPartial: boolean;
  /** What it was published as, or null: a publication asked for twice then answers the same. */
  published: PublishedAs | null;
}

/**
 * The viewer's own finished upload. Nothing can be written to it any more, and it lasts as long as a new one: it may have to
 * wait for others before minutes are spent on reading and keeping it.
 * @throws FluxError `upload_not_found` also for somebody else's; `upload_incomplete`
 */
export async function takeUpload(context: Context, viewer: Viewer, uploadId: string): Promise<TakenUpload> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + lifetimeMs);
  const row = await holdUpload(context.db, uploadId, viewer.id, { now, until });
  if (!row) throw new FluxError('upload_not_found');
  const taken: TakenUpload = {
    id: row.id,
    path: uploadPath(context, row.id),
    fileName: row.file_name,
    size: row.size,
    isPartial: row.is_partial,
    published: publishedAs(row),
  };
  if (taken.published !== null) return taken;
  const received = await bytesReceived(taken.path);
  if (received === null) throw new FluxError('upload_not_found');
  if (row.completed_at === null) {
    throw new FluxError(
      'upload_incomplete',
      `This upload is not complete yet: ${received} of ${row.size} bytes have arrived. Please resume it first.`,
    );
  }
  return taken;
}

/**
 * Marks an upload as published, inside the transaction that publishes it.
 * @returns null when this call did it; what it had been published as when an earlier one did
 * @throws FluxError `upload_not_found` when it was given up meanwhile
 */
export async function markPublished(
  trx: Transaction<Tables>,
  uploadId: string,
  published: PublishedAs,
): Promise<PublishedAs | null> {
  if (await publishUpload(trx, uploadId, published)) return null;
  const row = await findUpload(trx, uploadId);
  const earlier = row ? publishedAs(row) : null;
  if (!earlier) throw new FluxError('upload_not_found');
  return earlier;
}

function publishedAs(row: UploadRow): PublishedAs | null {
  if (row.app_id === null || row.version_id === null) return null;
  return { appId: row.app_id, versionId: row.version_id, madeApp: row.created_app };
}

/**
 * Removes the file of an upload that was published or refused. What was published is remembered until the
 * upload expires; what was refused is forgotten and no longer counts as open.
 */
export async function discardUpload(context: Context, uploadId: string): Promise<void> {
  await deleteUnpublished(context.db, uploadId);
  await removeFile(uploadPath(context, uploadId));
}
