import type { Context } from '#server/context.ts';
import { newApplicationTarget, type Upload, type UploadState } from '#shared/versions/uploads.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { allows } from '../../apps/permit.ts';
import { findAppForPlay } from '../../apps/store.ts';
import { findReceived, uploadPath } from './files.ts';
import { listBeingPublished } from './publishing.ts';
import type { UploadRow } from './store.ts';

/**
 * How long nothing of an upload may come while it is still being sent: a proxy may keep a whole part to itself, and a browser
 * that lost its connection tries again every fifteen seconds.
 */
export const quietMs = 60_000;

export async function presentUploads(
  context: Context,
  viewer: Viewer,
  rows: readonly UploadRow[],
): Promise<Upload[]> {
  const complete = rows.filter((row) => row.completed_at !== null).map(({ id }) => id);
  const published = await listBeingPublished(context.db, complete);
  return Promise.all(rows.map((row) => presentUpload(context, viewer, row, published.has(row.id))));
}

async function presentUpload(
  context: Context,
  viewer: Viewer,
  row: UploadRow,
  isBeingPublished: boolean,
): Promise<Upload> {
  const received = row.completed_at === null ? await findReceived(uploadPath(context, row.id)) : null;
  const isArriving = received !== null && context.clock.now().getTime() - received.lastAt.getTime() < quietMs;
  const waitingOr: UploadState = isArriving ? 'sending' : 'waiting';
  return {
    id: row.id,
    fileName: row.file_name,
    size: row.size,
    offset: row.completed_at === null ? (received?.bytes ?? 0) : row.size,
    state: isBeingPublished ? 'checking' : waitingOr,
    target: row.target,
    targetName: await findTargetName(context, viewer, row.target),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

async function findTargetName(
  context: Context,
  viewer: Viewer,
  target: string | null,
): Promise<string | null> {
  if (target === null || target === newApplicationTarget) return null;
  const app = await findAppForPlay(context, viewer, target);
  return app && allows(viewer, app, 'update') ? app.name : null;
}
