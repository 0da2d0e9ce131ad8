import type { Context } from '#server/context.ts';
import { freeBytes } from '#server/platform/files/disk.ts';
import { inParallel } from '#server/platform/processes/parallel.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { buildFileProblem, tooLargeMessage, type UploadLimits } from '#shared/versions/build-file.ts';
import {
  maxOpenUploads,
  maxReservedFiles,
  maxUploadsOfAccount,
  newApplicationTarget,
  uploadLifetimeHours,
} from '#shared/versions/uploads.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { requireAppLimit, requirePlan, requireVersionLimit } from '../../apps/limits.ts';
import { permit } from '../../apps/permit.ts';
import { findAppForPlay } from '../../apps/store.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { bytesReceived, createFile, removeFile, uploadPath } from './files.ts';
import { insertUpload, listGrowingUploads, listOpenUploads, lockCreations, type UploadRow } from './store.ts';

const looksAtOnce = 8;
export const lifetimeMs = uploadLifetimeHours * 3_600_000;

export interface NewUpload {
  id: string;
  fileName: string;
  /** The browser's guess of the media type; empty where it has none. */
  type: string;
  size: number;
  /** `newApplicationTarget`, the id of an app, or undefined where it was not said. */
  target: string | undefined;
  /** Whether it holds only what earlier versions of the target lack (`#shared/versions/changes.ts`). */
  isPartial: boolean;
}

/**
 * Opens an upload and reserves its bytes.
 * @throws FluxError `invalid_input`, `too_large`, `limit_reached`, `storage_full`, `subscription_required`,
 * `app_not_found`, `forbidden`
 */
export async function createUpload(context: Context, viewer: Viewer, wanted: NewUpload): Promise<UploadRow> {
  const limits = await readUploadLimits(context);
  refuseUnfit(wanted, limits);
  await refuseInVain(context, viewer, wanted.target);
  const now = context.clock.now();
  const row: UploadRow = {
    id: wanted.id,
    user_id: viewer.id,
    file_name: wanted.fileName,
    size: wanted.size,
    completed_at: null,
    app_id: null,
    version_id: null,
    created_app: false,
    is_partial: wanted.isPartial,
    target: wanted.target ?? null,
    session_id: viewer.sessionId,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeMs),
  };
  const path = uploadPath(context, row.id);
  try {
    await context.db.transaction().execute(async (trx) => {
      await lockCreations(trx);
      refuseTooMany(row, await listOpenUploads(trx, viewer.id, now), limits);
      await refuseWithoutRoom(context, row.size, await listGrowingUploads(trx, now));
      await insertUpload(trx, row);
      await createFile(path);
    });
  } catch (error) {
    await removeFile(path);
    throw error;
  }
  return row;
}

function refuseUnfit({ fileName, type, size, target, isPartial }: NewUpload, limits: UploadLimits): void {
  const name = fileName.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (name === '' || name.length > 255 || /[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) {
    const message = 'The file needs a name of at most 255 characters, without control characters.';
    throw new FluxError('invalid_input', message, { fields: { filename: message } });
  }
  const { maxUploadBytes, allowedExtensions } = limits;
  if (size > maxUploadBytes) throw new FluxError('too_large', tooLargeMessage(maxUploadBytes));
  const problem = buildFileProblem({ name, type, size }, maxUploadBytes, allowedExtensions);
  if (problem) throw new FluxError('invalid_input', problem, { fields: { filename: problem } });
  if (isPartial && (target === undefined || target === newApplicationTarget)) {
    const message = 'An upload of changes names the application whose versions it builds on.';
    throw new FluxError('invalid_input', message, { fields: { target: message } });
  }
  if (size === 0) {
    const message = 'This file is empty. Please choose the build again.';
    throw new FluxError('invalid_input', message, { fields: { filename: message } });
  }
}

/**
 * A session or token may have a few uploads for each application, so that a matrix job publishes several applications at once.
 * What an account reserves in all is bounded, so that it cannot fill the disk.
 */
function refuseTooMany(
  wanted: UploadRow,
  open: readonly UploadRow[],
  { maxUploadBytes }: UploadLimits,
): void {
  const { session_id: session, target } = wanted;
  const alike = open.filter((upload) => upload.session_id === session && upload.target === target).length;
  if (alike >= maxOpenUploads) {
    const forWhat =
      target === null
        ? ''
        : target === newApplicationTarget
          ? ' for new applications'
          : ' for this application';
    throw new FluxError(
      'limit_reached',
      `You already have ${alike} unfinished uploads${forWhat}, and ${maxOpenUploads} are allowed at a time. Please finish or cancel one of them first.`,
    );
  }
  const reserved = open.reduce((sum, upload) => sum + upload.size, wanted.size);
  if (open.length >= maxUploadsOfAccount || reserved > maxReservedFiles * maxUploadBytes)
    throw new FluxError(
      'limit_reached',
      'Your unfinished uploads take all the space that one account may reserve. Please finish or cancel one of them first.',
    );
}

/** Nobody should send a whole build to hear then that it cannot be published. That is decided when it is. */
async function refuseInVain(context: Context, viewer: Viewer, target: string | undefined): Promise<void> {
  if (target === undefined) return requirePlan(context, viewer);
  if (target === newApplicationTarget) return requireAppLimit(context, viewer);
  const app = permit(viewer, await findAppForPlay(context, viewer, target), 'update');
  await requireVersionLimit(context, viewer, app);
}

/**
 * What others still have to send counts as used.
 * @throws FluxError `storage_full`
 */
export async function refuseWithoutRoom(
  context: Context,
  size: number,
  growing: readonly { id: string; size: number }[],
): Promise<void> {
  const room = (await freeBytes(context.folders.uploads)) - size;
  const announced = growing.reduce((sum, upload) => sum + upload.size, 0);
  if (announced <= room) return;
  let missing = 0;
  await inParallel(growing, looksAtOnce, async (upload) => {
    const received = await bytesReceived(uploadPath(context, upload.id));
    missing += Math.max(0, upload.size - (received ?? 0));
  });
  if (missing > room) {
    throw new FluxError(
      'storage_full',
      'The server does not have enough free space for this file right now. Please try again later.',
    );
  }
}
